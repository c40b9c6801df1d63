-- Code breaker: the reader thinks of a code, and the game guesses it. It follows Donald Knuth's strategy of 1977: guess
-- so that few codes are left, whatever the answer. Four digits from 1 to 6 take at most five guesses.
local game = {
  goal = "Think of a code. Touch how right the guess is: ● in place, ○ elsewhere.",
  summary = "Think of a code, say how right each guess is, and have your mind read.",
  options = {
    { name = "places", about = "how many digits a code has", default = 4, from = 2, to = 4 },
    { name = "digits", about = "how many different digits there are", default = 6, from = 2, to = 6 },
  },
  phrases = {
    nothing = "nothing",
    meaning = "{ $in-place } in place, { $elsewhere } elsewhere",
    answered = "answered { $answer }",
    left = "{ $codes ->\n [one] only one code fits\n *[other] { $codes } codes fit\n}",
    found = "your code is { $code }, found in { $guesses ->\n" ..
      " [1] one guess\n [2] two guesses\n [3] three guesses\n [4] four guesses\n *[5] five guesses\n}",
  },
  -- Digits are red, and answers are blue.
  pieces = { ["●"] = 2, ["○"] = 2, ["–"] = 2, ["?"] = 2 },
}

-- Returns all codes in ascending order. A code is a list of digits; `times` is how often it contains each digit.
local function all_codes(places, digits)
  local codes = { { times = {} } }
  for digit = 1, digits do codes[1].times[digit] = 0 end
  for place = 1, places do
    local longer = {}
    for _, code in ipairs(codes) do
      for digit = 1, digits do
        local new = copy(code)
        new[place], new.times[digit] = digit, new.times[digit] + 1
        table.insert(longer, new)
      end
    end
    codes = longer
  end
  return codes
end

-- Returns the answer to a guess, as a number: ten for each digit in its place, and one for each that belongs elsewhere.
local function answer_to(guess, code)
  local in_place, common = 0, 0
  for place = 1, #guess do
    if guess[place] == code[place] then in_place = in_place + 1 end
  end
  for digit = 1, #guess.times do common = common + math.min(guess.times[digit], code.times[digit]) end
  return 10 * in_place + (common - in_place)
end

-- Returns the most codes that can be left after a guess. Stops counting at `enough`.
local function left_at_worst(guess, codes, enough)
  local left, worst = {}, 0
  for _, code in ipairs(codes) do
    local answer = answer_to(guess, code)
    left[answer] = (left[answer] or 0) + 1
    worst = math.max(worst, left[answer])
    if worst >= enough then break end
  end
  return worst
end

-- Digits above `named` were in no guess yet, so they are all alike. Of guesses that differ only in them, it is enough
-- to consider the one that contains them in ascending order.
local function is_in_order(guess, named)
  for _, digit in ipairs(guess) do
    if digit > named + 1 then return false end
    named = math.max(named, digit)
  end
  return true
end

-- Returns the guess that leaves the fewest codes at worst. Of equal guesses, prefers one that can be right, then the
-- least.
local function best_guess(codes, all, named)
  local best, fewest = nil, #codes + 1
  for _, guesses in ipairs({ codes, all }) do
    for _, guess in ipairs(guesses) do
      if fewest == 1 then return best end
      local left = is_in_order(guess, named) and left_at_worst(guess, codes, fewest) or fewest
      if left < fewest then best, fewest = guess, left end
    end
  end
  return best
end

-- Returns what is known before a guess: the guess, the codes left, and these codes by the answer that each of them
-- gives. `after` will contain what is known after each answer.
local function knowledge(codes, all, named)
  local known = { codes = codes, guess = best_guess(codes, all, named), by_answer = {}, named = named, after = {} }
  for _, code in ipairs(codes) do
    local answer = answer_to(known.guess, code)
    known.by_answer[answer] = known.by_answer[answer] or {}
    table.insert(known.by_answer[answer], code)
  end
  for _, digit in ipairs(known.guess) do known.named = math.max(known.named, digit) end
  return known
end

-- What is known before the first guess, by the size of the codes. Computing it takes long, and the same state always
-- gives the same result, so all of it is kept.
local beginnings = {}

-- Returns what was known before each guess of a game so far.
local function history(state)
  local size = state.places .. "x" .. state.digits
  if not beginnings[size] then
    local codes = all_codes(state.places, state.digits)
    beginnings[size] = knowledge(codes, codes, 0)
  end
  local first = beginnings[size]
  local known = { first }
  for count, answer in ipairs(state.answers) do
    local before = known[count]
    before.after[answer] = before.after[answer] or knowledge(before.by_answer[answer], first.codes, before.named)
    known[count + 1] = before.after[answer]
  end
  return known
end

local function now(state)
  return history(state)[#state.answers + 1]
end

-- Returns the marks of an answer: a full dot for each digit in its place, and a ring for each that belongs elsewhere.
local function dots(answer)
  if not answer then return { "?" } end
  if answer == 0 then return { "–" } end
  local list = {}
  for _ = 1, answer // 10 do table.insert(list, "●") end
  for _ = 1, answer % 10 do table.insert(list, "○") end
  return list
end

local function two_digits(answer)
  return answer // 10 .. "" .. answer % 10
end

function game.start(options)
  return { places = options.places, digits = options.digits, answers = {} }
end

-- Returns the answers that at least one code gives.
function game.moves(state)
  local moves = {}
  for answer in pairs(now(state).by_answer) do
    local move = choose(answer == 0 and phrase("nothing") or table.concat(dots(answer)), two_digits(answer))
    move.answer = answer
    table.insert(moves, move)
  end
  return moves
end

function game.play(state, move)
  table.insert(state.answers, move.answer)
  return state
end

function game.result(state)
  if state.answers[#state.answers] == 10 * state.places then return solved end
end

-- The squares of the paper for guesses: each row contains a guess and its answer. No code takes more than five guesses,
-- and none of digits up to 4 takes more than four.
local PAPER = { "abcdABCD", "efghEFGH", "ijklIJKL", "mnopMNOP", "qrstQRST" }

local function paper_for(places, digits)
  local rows = {}
  for row = 1, digits <= 4 and 4 or 5 do rows[row] = PAPER[row]:sub(1, places) .. PAPER[row]:sub(5, 4 + places) end
  return points(table.concat(rows, "\n"), {})
end

-- Guesses are at the left, and their answers at the right. The last guess is highlighted.
function game.board(state)
  local places, guesses = state.places, history(state)
  local paper, marks, lit = paper_for(places, state.digits), {}, {}
  local function write(row, column, sign)
    marks[paper.places[(row - 1) * 2 * places + column]] = sign
  end
  if game.result(state) then table.remove(guesses) end
  for row, known in ipairs(guesses) do
    for place, digit in ipairs(known.guess) do write(row, place, tostring(digit)) end
    for index, dot in ipairs(dots(state.answers[row])) do write(row, places + index, dot) end
  end
  for place = 1, places do lit[place] = paper.places[(#guesses - 1) * 2 * places + place] end
  return grid { on = paper, marks = marks, lit = lit }
end

function game.say(_, move)
  local meaning = phrase("meaning", { ["in-place"] = move.answer // 10, elsewhere = move.answer % 10 })
  return { now = meaning, done = phrase("answered", { answer = move.word }) }
end

function game.tally(state)
  return phrase("left", { codes = #now(state).codes })
end

function game.ending(state)
  return phrase("found", { code = table.concat(now(state).guess, "\u{A0}"), guesses = #state.answers })
end

-- The size and the answers, such as `4x6-10-21`: one digit in its place, then two and one elsewhere.
function game.slug(state)
  local slug = state.places .. "x" .. state.digits
  for _, answer in ipairs(state.answers) do slug = slug .. "-" .. two_digits(answer) end
  return slug
end

return game

-- Reversi on four by four squares. A player places a disc where it encloses a line of the other side's discs, between
-- itself and another disc of the same side, and turns that line over; in every direction in which it does. A player who
-- can turn no disc passes. If neither player can move, most discs win. This is the game of John Mollett and Lewis
-- Waterman (1880s) by today's rules: two discs of each side begin crosswise in the middle, and players never run out of
-- discs.
--
-- The discs of a side are a number with a bit for each square, which is fast enough for all of the 62,789 positions.
local board = squares(4, 4)
local letters = { "x", "o" }

local places, bits, place_of = board.places, {}, {}
for index, place in ipairs(places) do
  local bit = 1 << index - 1
  bits[place], place_of[bit] = bit, place
end

-- The eight directions: how far bits are shifted, and the squares on which a step can end.
local shifts, arrivals = {}, {}
for name, shift in pairs {
  left = -1, right = 1, up = -4, down = 4, ["up-left"] = -5, ["up-right"] = -3, ["down-left"] = 3, ["down-right"] = 5,
} do
  local squares_reached = 0
  for _, place in ipairs(places) do
    local to = board:next(place, name)
    if to then squares_reached = squares_reached | bits[to] end
  end
  shifts[#shifts + 1], arrivals[#arrivals + 1] = shift, squares_reached
end

local game = {
  players = { "Red", "Blue" },
  goal = "Put a disc (Red x, Blue o) where it shuts in a line of the other side’s, and turn them. Most discs win.",
  summary = "Shut in a line of discs and it is yours. Sixteen squares, and most discs win.",
  phrases = {
    ["turn-1"] = "turn one disc",
    turn = "turn { $count } discs",
    ["turned-1"] = "took { $place } and turned one disc",
    turned = "took { $place } and turned { $count } discs",
    passed = "had to pass",
    score = "Red has { $red }, Blue has { $blue }",
    final = "{ $most } discs to { $least }",
    equal = "{ $count } discs each",
  },
}

function game.start()
  return { turn = 1, red = bits.b3 | bits.c2, blue = bits.c3 | bits.b2 }
end

-- Returns the discs of a player and of the other player.
local function sides(state, player)
  if player == 1 then return state.red, state.blue end
  return state.blue, state.red
end

-- Returns the squares on which a disc turns others. On this board, it turns one or two in a line.
local function targets(own, others)
  local free, found = ~(own | others), 0
  for way = 1, 8 do
    local shift, arrival = shifts[way], arrivals[way]
    local line = own << shift & arrival & others
    if line ~= 0 then
      line = line | line << shift & arrival & others
      found = found | line << shift & arrival & free
    end
  end
  return found
end

-- Returns the discs that a new disc turns.
local function turned(own, others, new)
  local all = 0
  for way = 1, 8 do
    local shift, arrival = shifts[way], arrivals[way]
    local first = new << shift & arrival & others
    if first ~= 0 then
      local second = first << shift & arrival
      if second & own ~= 0 then
        all = all | first
      elseif second & others ~= 0 and second << shift & arrival & own ~= 0 then
        all = all | first | second
      end
    end
  end
  return all
end

local function count(set)
  local number = 0
  while set ~= 0 do set, number = set & set - 1, number + 1 end
  return number
end

function game.moves(state)
  local own, others = sides(state, state.turn)
  local open, moves = targets(own, others), {}
  if open == 0 then return { pass() } end
  while open ~= 0 do
    moves[#moves + 1] = tap(place_of[open & -open])
    open = open & open - 1
  end
  return moves
end

function game.play(state, move)
  if move.at then
    local own, others = sides(state, state.turn)
    local new = bits[move.at]
    local all = turned(own, others, new)
    own, others = own | all | new, others & ~all
    if state.turn == 1 then state.red, state.blue = own, others else state.red, state.blue = others, own end
  end
  state.turn = 3 - state.turn
  return state
end

function game.result(state)
  local own, others = sides(state, state.turn)
  if targets(own, others) | targets(others, own) ~= 0 then return end
  local red, blue = count(state.red), count(state.blue)
  return red == blue and draw or win(red > blue and 1 or 2)
end

local function marks_of(state)
  local marks = {}
  for place, bit in pairs(bits) do
    marks[place] = state.red & bit ~= 0 and 1 or state.blue & bit ~= 0 and 2 or nil
  end
  return marks
end

function game.board(state)
  return grid { on = board, marks = marks_of(state), discs = true }
end

function game.say(state, move)
  if not move.at then return { done = phrase("passed") } end
  local own, others = sides(state, state.turn)
  local number = count(turned(own, others, bits[move.at]))
  local one = number == 1 and "-1" or ""
  local told = { place = move.at, count = number }
  return { now = phrase("turn" .. one, told), done = phrase("turned" .. one, told) }
end

function game.tally(state)
  return phrase("score", { red = count(state.red), blue = count(state.blue) })
end

function game.ending(state)
  local red, blue = count(state.red), count(state.blue)
  if red == blue then return phrase("equal", { count = red }) end
  return phrase("final", { most = math.max(red, blue), least = math.min(red, blue) })
end

-- The string of each row in addresses, by the bits of Red plus sixteen times those of Blue.
local rows = {}
for set = 0, 255 do
  local row = ""
  for column = 0, 3 do row = row .. (set & 1 << column ~= 0 and "x" or set & 16 << column ~= 0 and "o" or "-") end
  rows[set] = row
end

-- The player to move, and the squares from the top: "x-----xo--ox-----".
function game.slug(state)
  local red, blue = state.red, state.blue << 4
  return letters[state.turn] .. rows[red & 15 | blue & 240] .. rows[red >> 4 & 15 | blue >> 4 & 240] ..
    rows[red >> 8 & 15 | blue >> 8 & 240] .. rows[red >> 12 & 15 | blue >> 12 & 240]
end

local function state_of(turn, marks)
  local state = { turn = turn, red = 0, blue = 0 }
  for place, owner in pairs(marks) do
    if owner == 1 then state.red = state.red | bits[place] else state.blue = state.blue | bits[place] end
  end
  return state
end

-- Returns the board mirrored and rotated, with the same player to move and with the players exchanged.
function game.symmetries(state)
  local all, marks = {}, marks_of(state)
  for _, image in ipairs(board:symmetries()) do
    local same = state_of(state.turn, moved(marks, image))
    all[#all + 1] = same
    all[#all + 1] = { turn = 3 - state.turn, red = same.blue, blue = same.red }
  end
  return all
end

-- Returns how many more discs Red has.
function game.estimate(state)
  return count(state.red) - count(state.blue)
end

return game

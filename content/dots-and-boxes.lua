-- Dots and boxes, described by Édouard Lucas in the 1880s: draw lines between dots. Whoever draws the fourth line round
-- a box has it, and draws again.
--
-- The dots, the lines and the boxes are squares of the board. Two boxes side by side are
--
--     dot   line  dot   line  dot
--     line  box   line  box   line
--     dot   line  dot   line  dot

local game = {
  players = { "Red", "Blue" },
  goal = "Draw the fourth line round a box: it is yours, and you go again. Most boxes win.",
  summary = "Draw lines between dots. Whoever draws the fourth line round a box has it; most boxes win.",
  options = {
    { name = "columns", about = "how many boxes stand side by side", default = 2, from = 1, to = 4 },
    { name = "rows", about = "how many boxes stand above each other", default = 2, from = 1, to = 4 },
  },
  phrases = {
    ["take-1"] = "take a box",
    ["take-2"] = "take two boxes",
    drew = "drew { $line }",
    score = "Red has { $red }, Blue has { $blue }",
    final = "{ $most } boxes to { $least }",
  },
}

local function board_of(state)
  return squares(2 * state.columns + 1, 2 * state.rows + 1)
end

-- The lines that are free, how many lines each box lacks, and how many boxes are Red's. Which boxes these are changes
-- nothing in what follows, so it is no part of the state.
function game.start(options)
  local state = { turn = 1, red = 0, free = {}, lacks = {}, columns = options.columns, rows = options.rows }
  local board = board_of(state)
  for index, place in ipairs(board.places) do
    local row = (index - 1) // board.columns
    -- A row has an odd number of squares, so every second square is a line.
    if index % 2 == 0 then
      state.free[place] = true
    elseif row % 2 == 1 then
      state.lacks[place] = 4
    end
  end
  return state
end

-- Draws a line, and returns how many boxes that closes.
local function draw_line(state, line)
  local closed = 0
  state.free[line] = nil
  for _, box in ipairs(board_of(state):neighbours(line)) do
    -- The other neighbours are dots.
    if state.lacks[box] then
      state.lacks[box] = state.lacks[box] - 1
      if state.lacks[box] == 0 then closed = closed + 1 end
    end
  end
  return closed
end

-- How many boxes Red and Blue have, and how many nobody has.
local function score(state)
  local closed, open = 0, 0
  for _, lines in pairs(state.lacks) do
    if lines == 0 then closed = closed + 1 else open = open + 1 end
  end
  return state.red, closed - state.red, open
end

function game.moves(state)
  local moves = {}
  for _, place in ipairs(board_of(state).places) do
    if state.free[place] then moves[#moves + 1] = tap(place) end
  end
  return moves
end

function game.play(state, move)
  local boxes = draw_line(state, move.at)
  if boxes == 0 then
    state.turn = 3 - state.turn
  elseif state.turn == 1 then
    state.red = state.red + boxes
  end
  return state
end

function game.result(state)
  local red, blue, open = score(state)
  if open > 0 then return end
  return red == blue and draw or win(red > blue and 1 or 2)
end

-- Dots and drawn lines are walls: they run into each other, and what they close is closed for all to see.
function game.board(state)
  local board, walls = board_of(state), {}
  for _, place in ipairs(board.places) do
    if not state.free[place] and not state.lacks[place] then walls[#walls + 1] = place end
  end
  return grid { on = board, walls = walls }
end

function game.say(state, move)
  local boxes = draw_line(copy(state), move.at)
  return {
    now = boxes > 0 and phrase("take-" .. boxes) or nil,
    done = phrase("drew", { line = move.at }),
  }
end

function game.tally(state)
  local red, blue = score(state)
  return phrase("score", { red = red, blue = blue })
end

function game.ending(state)
  local red, blue = score(state)
  return phrase("final", { most = math.max(red, blue), least = math.min(red, blue) })
end

-- Whose turn it is, how many boxes are Red's, and of each row from the top which lines are drawn: r1-10-110-01-000-11.
function game.slug(state)
  local board, slug = board_of(state), (state.turn == 1 and "r" or "b") .. state.red
  for index, place in ipairs(board.places) do
    if not board:next(place, "left") then slug = slug .. "-" end
    if index % 2 == 0 then slug = slug .. (state.free[place] and "0" or "1") end
  end
  return slug
end

function game.unslug(text)
  local rows = split(text, "-")
  local state = game.start { columns = #rows[2], rows = #rows // 2 - 1 }
  state.turn, state.red = text:sub(1, 1) == "r" and 1 or 2, tonumber(rows[1]:sub(2))
  local drawn = table.concat(rows, "", 2)
  for index, place in ipairs(board_of(state).places) do
    if index % 2 == 0 and drawn:sub(index // 2, index // 2) == "1" then draw_line(state, place) end
  end
  -- Nobody can have more boxes than are closed.
  local _, blue = score(state)
  if blue >= 0 then return state end
end

-- The board mirrored and turned, and each of these with the players changed.
function game.symmetries(state)
  local alike, _, blue = {}, score(state)
  for _, image in ipairs(board_of(state):symmetries()) do
    local same = copy(state)
    same.free, same.lacks = moved(state.free, image), moved(state.lacks, image)
    local other = copy(same)
    other.turn, other.red = 3 - state.turn, blue
    table.insert(alike, same)
    table.insert(alike, other)
  end
  return alike
end

-- The best of the moves for somebody who sees no further than the next one: boxes are worth taking, and for whoever
-- `cares` boxes that lack one line are a gift to the other player.
local function best(state, moves, cares)
  local found, most
  for _, move in ipairs(moves) do
    local after = copy(state)
    local worth = 10 * draw_line(after, move.at)
    for _, lines in pairs(cares and after.lacks or {}) do
      if lines == 1 then worth = worth - 1 end
    end
    if not most or worth > most then found, most = move, worth end
  end
  return found
end

game.policies = {
  {
    name = "hasty",
    about = "It takes every box that it can, and else draws the first line that is free.",
    choose = function(state, moves) return best(state, moves, false) end,
  },
  {
    name = "careful",
    about = "It takes every box that it can, and hands none over while it can help it.",
    choose = function(state, moves) return best(state, moves, true) end,
  },
}

return game

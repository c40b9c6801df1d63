-- Dots and boxes, described by Édouard Lucas in the 1880s: draw lines between dots. A player who draws the fourth line
-- around a box owns the box, and draws again.
--
-- The dots, lines and boxes are squares of the board. Two boxes next to each other are
--
--     dot   line  dot   line  dot
--     line  box   line  box   line
--     dot   line  dot   line  dot

local game = {
  players = { "Red", "Blue" },
  goal = "Draw the fourth line round a box: it is yours (Red x, Blue o), and you go again. Most boxes win.",
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

-- Returns the free lines, the number of lines that each box lacks, and the owners of the closed boxes.
function game.start(options)
  local state = { turn = 1, free = {}, lacks = {}, owners = {}, columns = options.columns, rows = options.rows }
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

-- Draws a line, and returns the number of boxes that this closes for the player to move.
local function draw_line(state, line)
  local closed = 0
  state.free[line] = nil
  for _, box in ipairs(board_of(state):neighbours(line)) do
    -- The other neighbours are dots.
    if state.lacks[box] then
      state.lacks[box] = state.lacks[box] - 1
      if state.lacks[box] == 0 then
        closed, state.owners[box] = closed + 1, state.turn
      end
    end
  end
  return closed
end

-- Returns the number of boxes of Red and of Blue, and the number of open boxes.
local function score(state)
  local counts = { 0, 0, 0 }
  for box in pairs(state.lacks) do
    local owner = state.owners[box] or 3
    counts[owner] = counts[owner] + 1
  end
  return table.unpack(counts)
end

function game.moves(state)
  local moves = {}
  for _, place in ipairs(board_of(state).places) do
    if state.free[place] then moves[#moves + 1] = tap(place) end
  end
  return moves
end

function game.play(state, move)
  if draw_line(state, move.at) == 0 then state.turn = 3 - state.turn end
  return state
end

function game.result(state)
  local red, blue, open = score(state)
  if open > 0 then return end
  return red == blue and draw or win(red > blue and 1 or 2)
end

function game.board(state)
  local board, dots, lines = board_of(state), {}, {}
  for index, place in ipairs(board.places) do
    if index % 2 == 0 then
      if not state.free[place] then lines[#lines + 1] = place end
    elseif not state.lacks[place] then
      dots[#dots + 1] = place
    end
  end
  return grid { on = board, dots = dots, lines = lines, marks = state.owners }
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

local letters = { "r", "b" }

-- The player to move, the owners of the boxes, and the drawn lines of each row from the top: r-oorb-10-110-01-000-11.
function game.slug(state)
  local board, boxes, rows = board_of(state), "", ""
  for index, place in ipairs(board.places) do
    if not board:next(place, "left") then rows = rows .. "-" end
    if index % 2 == 0 then
      rows = rows .. (state.free[place] and "0" or "1")
    elseif state.lacks[place] then
      boxes = boxes .. (letters[state.owners[place]] or "o")
    end
  end
  return letters[state.turn] .. "-" .. boxes .. rows
end

-- Returns the board mirrored and rotated, and each of these with the players exchanged.
function game.symmetries(state)
  local alike = {}
  for _, image in ipairs(board_of(state):symmetries()) do
    local same = copy(state)
    same.free, same.lacks = moved(state.free, image), moved(state.lacks, image)
    same.owners = moved(state.owners, image)
    local other = copy(same)
    other.turn = 3 - state.turn
    for box, owner in pairs(same.owners) do other.owners[box] = 3 - owner end
    table.insert(alike, same)
    table.insert(alike, other)
  end
  return alike
end

-- Returns the best of the moves for a player who looks no further than this move. Such a player closes boxes and, with
-- `cares`, avoids boxes that lack one line, which are a gift to the other player.
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

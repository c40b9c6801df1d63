-- Guarini's puzzle (Paolo Guarini, 1512): red and blue knights exchange places on a board of three by three. Any knight
-- can move at any time.
local board = squares(3, 3)

-- The squares of the knights at the start, row by row. The goal is that each is where a knight of the other colour was.
local layouts = {
  facing = { "b0b", "000", "r0r" },
  crossed = { "b0r", "000", "r0b" },
  six = { "bbb", "000", "rrr" },
}

-- The squares that a knight can reach: one step straight and one diagonally. None for the middle.
local jumps = {}
for _, from in ipairs(board.places) do
  jumps[from] = {}
  for _, straight in ipairs({ "up", "down", "left", "right" }) do
    local ahead = board:next(from, straight)
    for _, aslant in ipairs({ "up-left", "up-right", "down-left", "down-right" }) do
      local to = ahead and board:next(ahead, aslant)
      if to and not contains(board:neighbours(from, true), to) then table.insert(jumps[from], to) end
    end
  end
end

local game = {
  goal = "Let the red and the blue knights change places. Any of them may jump.",
  summary = "Knights change places on a board of nine squares.",
  pieces = { ["♘"] = 1, ["♞"] = 2 },
  options = { { name = "layout", about = "where they start: facing, crossed or six", default = "facing" } },
  phrases = {
    jump = "jump to { $to }",
    ["jump-here"] = "jump from { $from }",
    jumped = "jumped from { $from } to { $to }",
    exchanged = "red and blue have changed places",
  },
}

-- Returns the squares of the knights on three rows: "r" or "b".
local function knights(rows)
  local at = {}
  for index, place in ipairs(board.places) do
    local knight = table.concat(rows):sub(index, index)
    if knight ~= "0" then at[place] = knight end
  end
  return at
end

function game.start(options)
  local rows = layouts[options.layout] or error("the layouts are facing, crossed and six")
  return { layout = options.layout, at = knights(rows) }
end

function game.result(state)
  for place, knight in pairs(knights(layouts[state.layout])) do
    if state.at[place] ~= (knight == "r" and "b" or "r") then return end
  end
  return solved
end

-- Returns the free squares, or the knights, one jump away.
local function around(state, place, is_free)
  local found = {}
  for _, other in ipairs(jumps[place]) do
    if (state.at[other] == nil) == is_free then found[#found + 1] = other end
  end
  return found
end

-- The reader touches the square where a knight should go. If two knights could go there, the reader touches the knight
-- first, and then the square if that knight has a choice.
function game.moves(state)
  local moves = {}
  for from in pairs(state.at) do
    local free, contested = around(state, from, true), {}
    for _, to in ipairs(free) do
      if #around(state, to, false) > 1 then contested[#contested + 1] = to end
    end
    for _, to in ipairs(free) do
      local move = #contested == 1 and tap(from) or drag(from, to)
      if not contains(contested, to) then move = tap(to) end
      move.from, move.to, move.name = from, to, from .. "-" .. to
      moves[#moves + 1] = move
    end
  end
  return moves
end

function game.play(state, move)
  state.at[move.to], state.at[move.from] = state.at[move.from], nil
  return state
end

function game.say(_, move)
  local words = { from = move.from, to = move.to }
  local now = move.at and phrase(move.at == move.to and "jump-here" or "jump", words)
  return { now = now, done = phrase("jumped", words) }
end

function game.ending()
  return phrase("exchanged")
end

function game.board(state)
  local marks = {}
  for place, knight in pairs(state.at) do marks[place] = knight == "r" and "♘" or "♞" end
  return grid { on = board, marks = marks, walls = { "b2" } }
end

-- The layout and the rows, such as "facing-b0b-000-r0r".
function game.slug(state)
  local slug = state.layout
  for index, place in ipairs(board.places) do
    slug = slug .. (index % 3 == 1 and "-" or "") .. (state.at[place] or "0")
  end
  return slug
end

return game

-- Domineering, by Göran Andersson (about 1973): Red places dominoes upright, Blue across. Whoever has no room loses.
local colors = { "red", "blue" }
-- A domino lies on the square that is touched and on the next one: above it for Red, to its right for Blue.
local ways = { "up", "right" }

local game = {
  players = { "Red", "Blue" },
  goal = "Red places upright: touch the lower square. Blue places across: touch the left one. "
    .. "Whoever has no room loses.",
  summary = "Red places dominoes upright, Blue across, until somebody has no room.",
  options = {
    { name = "columns", about = "the columns of the board", default = 4, from = 2, to = 6 },
    { name = "rows", about = "its rows", default = 4, from = 2, to = 6 },
  },
  phrases = {
    place = "a domino on { $first } and { $second }",
    placed = "covered { $first } and { $second }",
    room = "room for the next domino: Red { $red }, Blue { $blue }",
    ["red-full"] = "Red has no room",
    ["blue-full"] = "Blue has no room",
  },
}

local boards = {}

-- The board that a state is on. Each is made once.
local function board_of(state)
  local size = state.columns .. "x" .. state.rows
  boards[size] = boards[size] or squares(state.columns, state.rows)
  return boards[size]
end

-- Which squares are covered matters, but not by whom.
function game.start(options)
  return { turn = 1, columns = options.columns, rows = options.rows, covered = {} }
end

-- The moves that a side would have.
local function room(state, side)
  local board, found = board_of(state), {}
  for _, place in ipairs(board.places) do
    local beside = board:next(place, ways[side])
    if beside and not state.covered[place] and not state.covered[beside] then
      local move = tap(place)
      move.beside = beside
      found[#found + 1] = move
    end
  end
  return found
end

function game.moves(state)
  return room(state, state.turn)
end

function game.play(state, move)
  state.covered[move.at], state.covered[move.beside] = true, true
  state.turn = 3 - state.turn
  return state
end

function game.result(state)
  if #room(state, state.turn) == 0 then return win(3 - state.turn) end
end

function game.board(state)
  local covered = {}
  for place in pairs(state.covered) do covered[#covered + 1] = place end
  return grid { on = board_of(state), walls = covered }
end

function game.say(_, move)
  local both = { first = move.at, second = move.beside }
  return { now = phrase("place", both), done = phrase("placed", both) }
end

function game.tally(state)
  return phrase("room", { red = #room(state, 1), blue = #room(state, 2) })
end

function game.ending(state)
  return phrase(colors[state.turn] .. "-full")
end

-- "blue-oooo-xooo-xooo-oooo": who is to move, and the rows from the top, with x for what is covered.
function game.slug(state)
  local slug = colors[state.turn]
  for index, place in ipairs(board_of(state).places) do
    if index % state.columns == 1 then slug = slug .. "-" end
    slug = slug .. (state.covered[place] and "x" or "o")
  end
  return slug
end

function game.unslug(slug)
  local parts = split(slug, "-")
  local turn = table.remove(parts, 1) == "red" and 1 or 2
  local state = { turn = turn, columns = #parts[1], rows = #parts, covered = {} }
  local signs = table.concat(parts)
  for index, place in ipairs(board_of(state).places) do
    if signs:sub(index, index) == "x" then state.covered[place] = true end
  end
  return state
end

-- Mirrored and turned. Where rows become columns, the sides change places.
function game.symmetries(state)
  local alike = {}
  for _, map in ipairs(board_of(state):symmetries()) do
    local same = copy(state)
    same.covered = moved(state.covered, map)
    if map.a1:sub(2) ~= map.b1:sub(2) then same.turn = 3 - state.turn end
    alike[#alike + 1] = same
  end
  return alike
end

return game

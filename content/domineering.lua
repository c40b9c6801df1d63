-- Domineering, by Göran Andersson (about 1973): Red places dominoes upright, Blue across. A player without a free pair
-- of squares loses.
local colors = { "red", "blue" }
-- A domino covers the touched square and the next one: above it for Red, to its right for Blue.
local ways = { "up", "right" }
-- A covered square contains half of a domino: Red's upper or lower half (u, d), or Blue's left or right half (l, r).
-- This table gives the direction of the other half.
local other_half = { d = "up", u = "down", l = "right", r = "left" }

local game = {
  players = { "Red", "Blue" },
  goal = "Red (x) places upright: touch the lower square. Blue (o) places across: touch the left one. "
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

-- Returns the board of a state. Each board is created once.
local function board_of(state)
  local size = state.columns .. "x" .. state.rows
  boards[size] = boards[size] or squares(state.columns, state.rows)
  return boards[size]
end

function game.start(options)
  return { turn = 1, columns = options.columns, rows = options.rows, covered = {} }
end

-- Places a domino on two squares.
local function lay(state, first, second)
  local board = board_of(state)
  for half, way in pairs(other_half) do
    if board:next(first, way) == second then state.covered[first] = half end
    if board:next(second, way) == first then state.covered[second] = half end
  end
end

-- Returns the moves that a side would have.
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
  lay(state, move.at, move.beside)
  state.turn = 3 - state.turn
  return state
end

function game.result(state)
  if #room(state, state.turn) == 0 then return win(3 - state.turn) end
end

function game.board(state)
  local board, owners, dominoes = board_of(state), {}, {}
  for _, place in ipairs(board.places) do
    local half = state.covered[place]
    if half then
      owners[place] = (half == "u" or half == "d") and 1 or 2
      if half == "d" or half == "l" then
        dominoes[#dominoes + 1] = { place, board:next(place, other_half[half]) }
      end
    end
  end
  return grid { on = board, marks = owners, pieces = dominoes, discs = true }
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

-- "blue-oooo-uooo-dooo-oooo": the player to move, and the rows from the top; "o" is a free square.
function game.slug(state)
  local slug = colors[state.turn]
  for index, place in ipairs(board_of(state).places) do
    if index % state.columns == 1 then slug = slug .. "-" end
    slug = slug .. (state.covered[place] or "o")
  end
  return slug
end

-- Returns the board mirrored and rotated. If rows become columns, the players are exchanged.
function game.symmetries(state)
  local alike = {}
  for _, map in ipairs(board_of(state):symmetries()) do
    local same = copy(state)
    same.covered = {}
    for place, half in pairs(state.covered) do
      lay(same, map[place], map[board_of(state):next(place, other_half[half])])
    end
    if map.a1:sub(2) ~= map.b1:sub(2) then same.turn = 3 - state.turn end
    alike[#alike + 1] = same
  end
  return alike
end

return game

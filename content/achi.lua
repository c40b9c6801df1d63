-- Achi, from Ghana: each side places four men on nine places, and then slides them along the lines (the rows, columns
-- and diagonals of the board) to the one free place. Three in a row wins; a player who cannot move loses. With three
-- men each, this is Tapatan from the Philippines, or three men's morris.
local lines, joined = squares(3, 3):lines(3), {}
for index, line in ipairs(lines) do joined[index] = table.concat(line, "-") end
local board = squares(3, 3, joined)
local mirrors = squares(3, 3):symmetries()
local letters = { "r", "b" }

local game = {
  players = { "Red", "Blue" },
  goal = "Place your men (Red x, Blue o), then slide them along the lines. Three in a row wins, and whoever cannot move loses.",
  summary = "Four men each, first placed and then slid to the one free place; three in a row wins",
  options = { { name = "men", about = "how many men each has", default = 4, from = 3, to = 4 } },
  phrases = {
    place = "place a man",
    placed = "placed a man on { $place }",
    slide = "slide to { $to }",
    slid = "slid from { $from } to { $to }",
    left = "to place: Red { $red }, Blue { $blue }",
    row = "three in a row",
    ["blocked-1"] = "Red cannot move",
    ["blocked-2"] = "Blue cannot move",
  },
}

-- `left` counts the men of both sides that are still to be placed.
function game.start(options)
  return { turn = 1, at = {}, left = 2 * options.men }
end

-- Returns the row that a player has filled, and that player.
local function filled(at)
  for _, line in ipairs(lines) do
    local owner = at[line[1]]
    if owner and owner == at[line[2]] and owner == at[line[3]] then return line, owner end
  end
end

local function placings(state)
  local moves = {}
  for _, place in ipairs(board.places) do
    if not state.at[place] then moves[#moves + 1] = tap(place) end
  end
  return moves
end

-- A man with one way to go slides when it is touched. If it has several, the player touches the man, then the place.
local function slides(state)
  local moves = {}
  for _, from in ipairs(board.places) do
    local free = {}
    for _, to in ipairs(state.at[from] == state.turn and board:neighbours(from) or {}) do
      if not state.at[to] then free[#free + 1] = to end
    end
    for _, to in ipairs(free) do
      local move = #free == 1 and tap(from) or drag(from, to)
      move.from, move.to, move.name = from, to, from .. "-" .. to
      moves[#moves + 1] = move
    end
  end
  return moves
end

function game.moves(state)
  return state.left > 0 and placings(state) or slides(state)
end

function game.play(state, move)
  if move.from then state.at[move.from] = nil else state.left = state.left - 1 end
  state.at[move.to or move.at] = state.turn
  state.turn = 3 - state.turn
  return state
end

function game.result(state)
  local _, winner = filled(state.at)
  if winner then return win(winner) end
  if #game.moves(state) == 0 then return win(3 - state.turn) end
end

function game.board(state)
  return grid { on = board, marks = state.at, lit = filled(state.at), holes = true }
end

function game.say(_, move)
  if not move.from then return { now = phrase("place"), done = phrase("placed", { place = move.at }) } end
  local way = { from = move.from, to = move.to }
  return { now = move.at and phrase("slide", way), done = phrase("slid", way) }
end

-- Red's places first, so that Blue has the last man left to place.
function game.tally(state)
  if state.left > 0 then return phrase("left", { red = state.left // 2, blue = (state.left + 1) // 2 }) end
end

function game.ending(state)
  return phrase(filled(state.at) and "row" or "blocked-" .. state.turn)
end

-- The player to move, and who is on each place, from the top: "br---r--b-".
function game.slug(state)
  local slug = letters[state.turn]
  for _, place in ipairs(board.places) do slug = slug .. (letters[state.at[place]] or "-") end
  return slug
end

-- Returns the board mirrored and rotated, with the same player to move and with the players exchanged.
function game.symmetries(state)
  local all, changed = {}, {}
  for place, owner in pairs(state.at) do changed[place] = 3 - owner end
  for _, mirror in ipairs(mirrors) do
    all[#all + 1] = { turn = state.turn, left = state.left, at = moved(state.at, mirror) }
    all[#all + 1] = { turn = 3 - state.turn, left = state.left, at = moved(changed, mirror) }
  end
  return all
end

return game

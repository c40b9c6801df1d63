-- Lamps: a touch switches a lamp and its neighbours. Switch all of them off.
local game = {
  goal = "Put all lamps out. A touch switches a lamp and those beside it, above and below.",
  summary = "Put all lamps out, though each touch switches the neighbours, too.",
  pieces = { ["*"] = 2 },
  options = {
    { name = "start", about = "the lamps, row by row: 1 burns, 0 is out, x is no lamp", default = "111-111-111" },
  },
  phrases = {
    switch = "switch",
    switched = "switched { $place } and what is beside it",
    burning = "{ $lamps ->\n [one] 1 lamp burns\n *[other] { $lamps } lamps burn\n}",
    dark = "it is dark",
  },
}

-- A state is the lamps by their places: `true` for one that is on, `false` for one that is off.
local function board_of(state)
  return squares(state.columns, state.rows)
end

function game.start(options)
  local rows = split(options.start, "-")
  local state, signs = { columns = #rows[1], rows = #rows, lamps = {} }, table.concat(rows)
  for index, place in ipairs(board_of(state).places) do
    local sign = signs:sub(index, index)
    if sign ~= "x" then state.lamps[place] = sign == "1" end
  end
  return state
end

function game.slug(state)
  local rows = {}
  for index, place in ipairs(board_of(state).places) do
    local row, lamp = (index - 1) // state.columns + 1, state.lamps[place]
    rows[row] = (rows[row] or "") .. (lamp == nil and "x" or lamp and "1" or "0")
  end
  return table.concat(rows, "-")
end

-- Returns the places of the lamps that are on, or of those that are off.
local function places_of(state, burning)
  local places = {}
  for place, lamp in pairs(state.lamps) do
    if lamp == burning then table.insert(places, place) end
  end
  return places
end

function game.result(state)
  if #places_of(state, true) == 0 then return solved end
end

function game.moves(state)
  local moves = {}
  for place in pairs(state.lamps) do table.insert(moves, tap(place)) end
  return moves
end

function game.play(state, move)
  local places = board_of(state):neighbours(move.at)
  table.insert(places, move.at)
  for _, place in ipairs(places) do
    if state.lamps[place] ~= nil then state.lamps[place] = not state.lamps[place] end
  end
  return state
end

function game.board(state)
  local board, marks, walls = board_of(state), {}, {}
  for _, place in ipairs(board.places) do
    if state.lamps[place] then marks[place] = "*" end
    if state.lamps[place] == nil then table.insert(walls, place) end
  end
  return grid { on = board, marks = marks, walls = walls, holes = places_of(state, false) }
end

function game.say(_, move)
  return { now = phrase("switch"), done = phrase("switched", { place = move.at }) }
end

function game.tally(state)
  return phrase("burning", { lamps = #places_of(state, true) })
end

function game.ending()
  return phrase("dark")
end

-- A pattern takes as many touches mirrored or rotated.
function game.symmetries(state)
  local alike = {}
  for number, map in ipairs(board_of(state):symmetries()) do
    alike[number] = { columns = state.columns, rows = state.rows, lamps = moved(state.lamps, map) }
  end
  return alike
end

return game

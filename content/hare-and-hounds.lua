-- Hare and hounds: three hounds try to shut in a hare, which tries to slip past them. A piece goes one step along the
-- lines of a board of eleven points. Hounds go right, up or down, and never left; the hare goes anywhere. The hare wins
-- when no hound is left of it, the hounds when it cannot move. Hounds may go up and down for ever: this version has no
-- rule against stalling.
local board = squares(5, 3, {
  "b3-c3-d3", "a2-b2-c2-d2-e2", "b1-c1-d1", "b3-b2-b1", "c3-c2-c1", "d3-d2-d1", "a2-b3-c2-d1-e2", "a2-b1-c2-d3-e2",
})
local directions = { "up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right" }

local function column_of(place) return place:byte(1) end

-- The points one step from each point, and those of them that are not further left, in the order of the directions.
local ways, forward = {}, {}
for _, from in ipairs(board.places) do
  ways[from], forward[from] = {}, {}
  for _, direction in ipairs(directions) do
    local to = squares(5, 3):next(from, direction)
    if contains(board:neighbours(from), to) then
      table.insert(ways[from], to)
      if column_of(to) >= column_of(from) then table.insert(forward[from], to) end
    end
  end
end

local game = {
  players = { "the pack", "the hare" },
  pieces = { h = 1, r = 2 },
  goal = "The hounds (h) win when the hare (r) cannot move, the hare when it is past them all.",
  summary = "Three hounds that never turn back against a hare that goes where it likes.",
  phrases = {
    ran = "ran to { $to }",
    went = "sent a hound from { $from } to { $to }",
    by = "from { $from }",
    to = "go to { $to }",
    through = "the hare is past them all",
    caught = "the hare cannot move",
  },
}

function game.start()
  return { turn = 1, hare = "e2", hounds = { "a2", "b1", "b3" } }
end

local function free(state, places)
  local found = {}
  for _, to in ipairs(places) do
    if to ~= state.hare and not contains(state.hounds, to) then found[#found + 1] = to end
  end
  return found
end

local function is_through(state)
  for _, hound in ipairs(state.hounds) do
    if column_of(hound) < column_of(state.hare) then return false end
  end
  return true
end

-- If a single hound can go to a point, touching the point is enough; if a hound has a single move, so is touching the
-- hound.
local function spare(moves)
  local ways_of = {}
  for _, move in ipairs(moves) do ways_of[move.from] = (ways_of[move.from] or 0) + 1 end
  for _, move in ipairs(direct(moves)) do
    if move.kind == "drag" and ways_of[move.from] == 1 then move.kind, move.at = "tap", move.from end
  end
  return moves
end

function game.moves(state)
  local moves = {}
  if state.turn == 2 then
    for _, to in ipairs(free(state, ways[state.hare])) do moves[#moves + 1] = tap(to) end
    return moves
  end
  for _, from in ipairs(state.hounds) do
    for _, to in ipairs(free(state, forward[from])) do moves[#moves + 1] = drag(from, to) end
  end
  return spare(moves)
end

function game.play(state, move)
  if state.turn == 2 then
    state.hare = move.at
  else
    for number, place in ipairs(state.hounds) do
      if place == move.from then state.hounds[number] = move.to end
    end
    table.sort(state.hounds)
  end
  state.turn = 3 - state.turn
  return state
end

-- The hare gets past by its own move. Until then, some hound can move.
function game.result(state)
  if state.turn == 1 then return is_through(state) and win(2) or nil end
  if #game.moves(state) == 0 then return win(1) end
end

function game.board(state)
  local marks = { [state.hare] = "r" }
  for _, place in ipairs(state.hounds) do marks[place] = "h" end
  return grid { on = board, marks = marks, holes = true, chequered = true }
end

function game.say(state, move)
  if state.turn == 2 then return { done = phrase("ran", { to = move.at }) } end
  local way = { from = move.from, to = move.to }
  return { now = phrase(move.at == move.from and "to" or "by", way), done = phrase("went", way) }
end

function game.ending(state)
  return phrase(state.turn == 1 and "through" or "caught")
end

-- "h-e2-a2b1b3": a hound is to move, and the hare is on e2. "r-…" means that the hare is to move.
function game.slug(state)
  return (state.turn == 1 and "h-" or "r-") .. state.hare .. "-" .. table.concat(state.hounds)
end

-- Returns the board upside down.
function game.symmetries(state)
  local function image(place) return place:sub(1, 1) .. 4 - tonumber(place:sub(2)) end
  local hounds = {}
  for number, place in ipairs(state.hounds) do hounds[number] = image(place) end
  table.sort(hounds)
  return { state, { turn = state.turn, hare = image(state.hare), hounds = hounds } }
end

-- Returns how many points the hare can reach if the hounds do not move. If it can get past them, returns how near that
-- is.
function game.estimate(state)
  local reached, distance = { state.hare }, { [state.hare] = 0 }
  for _, place in ipairs(reached) do
    if is_through { hare = place, hounds = state.hounds } then return distance[place] - 50 end
    for _, to in ipairs(free(state, ways[place])) do
      if not distance[to] then
        distance[to] = distance[place] + 1
        reached[#reached + 1] = to
      end
    end
  end
  return 50 - #reached
end

return game

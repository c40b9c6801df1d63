-- Fox and hounds, an old game on a draughts board: a fox tries to slip past a pack of hounds, which try to shut it in.
-- The fox wins when it reaches the first row of the hounds, or when no hound can move; the pack wins when the fox
-- cannot move.
local boards = { [6] = squares(6, 6), [8] = squares(8, 8) }
local starts = {
  [6] = { turn = 1, fox = "d6", hounds = { "a1", "c1", "e1" } },
  [8] = { turn = 1, fox = "f8", hounds = { "a1", "c1", "e1", "g1" } },
}
local ahead = { "up-left", "up-right" }
local around = { "up-left", "up-right", "down-left", "down-right" }

local game = {
  players = { "the fox", "the pack" },
  pieces = { f = 1, h = 2 },
  goal = "The fox wins on the bottom row, the pack (h) when the fox cannot move.",
  summary = "One fox against a pack of hounds: slip past them, or shut it in.",
  options = { { name = "size", about = "the squares of a side, 6 or 8", default = 6, from = 6, to = 8 } },
  phrases = {
    ran = "ran to { $to }",
    went = "sent a hound from { $from } to { $to }",
    by = "the hound on { $from }",
    through = "the fox is through",
    caught = "the fox cannot move",
    spent = "no hound can move",
  },
}

function game.start(options)
  return starts[options.size] or error("there are boards of 6 and of 8 squares a side")
end

-- The number of hounds is half the number of squares on a side.
local function size_of(state) return 2 * #state.hounds end
local function row_of(square) return tonumber(square:sub(2)) end

-- Returns the free squares one step away in these directions.
local function steps(state, from, directions)
  local free = {}
  for _, direction in ipairs(directions) do
    local to = boards[size_of(state)]:next(from, direction)
    if to and to ~= state.fox and not contains(state.hounds, to) then free[#free + 1] = to end
  end
  return free
end

function game.moves(state)
  local moves = {}
  if state.turn == 1 then
    for _, to in ipairs(steps(state, state.fox, around)) do moves[#moves + 1] = tap(to) end
    return moves
  end
  for _, from in ipairs(state.hounds) do
    for _, to in ipairs(steps(state, from, ahead)) do moves[#moves + 1] = drag(from, to) end
  end
  return direct(moves)
end

function game.play(state, move)
  if state.turn == 1 then
    state.fox = move.at
  else
    for number, square in ipairs(state.hounds) do
      if square == move.from then state.hounds[number] = move.to end
    end
    table.sort(state.hounds)
  end
  state.turn = 3 - state.turn
  return state
end

function game.result(state)
  if row_of(state.fox) == 1 then return win(1) end
  if #game.moves(state) == 0 then return win(3 - state.turn) end
end

function game.board(state)
  local marks = { [state.fox] = "f" }
  for _, square in ipairs(state.hounds) do marks[square] = "h" end
  return grid { on = boards[size_of(state)], marks = marks, chequered = true }
end

function game.say(state, move)
  if state.turn == 1 then return { done = phrase("ran", { to = move.at }) } end
  return { now = phrase("by", { from = move.from }), done = phrase("went", { from = move.from, to = move.to }) }
end

function game.ending(state)
  if row_of(state.fox) == 1 then return phrase("through") end
  return phrase(state.turn == 1 and "caught" or "spent")
end

-- "f-d6-a1c1e1": the fox is to move, and is on d6. "h-…" means that a hound is to move.
function game.slug(state)
  return (state.turn == 1 and "f-" or "h-") .. state.fox .. "-" .. table.concat(state.hounds)
end

-- Returns how near the fox is to the bottom row if the hounds do not move; if they leave it no way there, how many
-- squares it can reach.
function game.estimate(state)
  local reached, distance = { state.fox }, { [state.fox] = 0 }
  for _, square in ipairs(reached) do
    if row_of(square) == 1 then return 50 - distance[square] end
    for _, to in ipairs(steps(state, square, around)) do
      if not distance[to] then
        distance[to] = distance[square] + 1
        reached[#reached + 1] = to
      end
    end
  end
  return #reached - 50
end

-- Returns the first of the moves to the lowest row.
local function lowest(_, moves)
  local best = moves[1]
  for _, move in ipairs(moves) do
    if row_of(move.to or move.at) < row_of(best.to or best.at) then best = move end
  end
  return best
end

game.policies = {
  { name = "simple", about = "The fox runs down as it can, and the hounds keep level.", choose = lowest },
}

return game

-- Mu Torere, a Māori game: each side has four men on the eight points of a star, and the pūtahi in the middle is free.
-- A man moves along the ring, from the middle to any point, or to the middle if an enemy is next to him. A player who
-- cannot move loses.
local board = squares(7, 7, {
  "d7-f6-g4-f2-d1-b2-a4-b6-d7", "d7-d4-d1", "f6-d4-b2", "g4-d4-a4", "f2-d4-b6",
})
local middle = "d4"
-- The points of the ring, clockwise from the top, and the middle. In addresses, points have letters in this order.
local in_order = { "d7", "f6", "g4", "f2", "d1", "b2", "a4", "b6", middle }
local name_of = {}
for index, point in ipairs(in_order) do name_of[point] = ("abcdefghp"):sub(index, index) end
local letters = { "r", "b" }

local game = {
  players = { "Red", "Blue" },
  goal = "Move to the free point, until the other player cannot. Only beside an enemy may a man go to the middle.",
  summary = "Four men each on the points of a star and one free point; whoever cannot go there loses",
  phrases = {
    along = "along the ring to { $to }",
    ["along-done"] = "moved from { $from } to { $to }",
    into = "into the middle",
    ["into-done"] = "went from { $from } to d4 in the middle",
    out = "out of the middle to { $to }",
    ["out-done"] = "came from { $from } in the middle to { $to }",
    ["blocked-1"] = "Red cannot move",
    ["blocked-2"] = "Blue cannot move",
  },
}

function game.start()
  local at = {}
  for index = 1, 8 do at[in_order[index]] = index <= 4 and 1 or 2 end
  return { turn = 1, at = at }
end

local function free_point(state)
  for _, point in ipairs(in_order) do
    if not state.at[point] then return point end
  end
end

local function is_beside_enemy(state, point)
  for _, near in ipairs(board:neighbours(point)) do
    if state.at[near] == 3 - state.turn then return true end
  end
  return false
end

-- Only one point is free, so touching the man that goes there is enough.
function game.moves(state)
  local moves, free = {}, free_point(state)
  for _, from in ipairs(board:neighbours(free)) do
    if state.at[from] == state.turn and (free ~= middle or is_beside_enemy(state, from)) then
      local move = tap(from)
      move.to, move.name = free, name_of[from]
      moves[#moves + 1] = move
    end
  end
  return moves
end

function game.play(state, move)
  state.at[move.at], state.at[move.to] = nil, state.turn
  state.turn = 3 - state.turn
  return state
end

function game.result(state)
  if #game.moves(state) == 0 then return win(3 - state.turn) end
end

function game.board(state)
  return grid { on = board, marks = state.at, holes = true }
end

function game.say(_, move)
  local way = move.to == middle and "into" or move.at == middle and "out" or "along"
  local points = { from = move.at, to = move.to }
  return { now = phrase(way, points), done = phrase(way .. "-done", points) }
end

function game.ending(state)
  return phrase("blocked-" .. state.turn)
end

-- The player to move, and who is on each point, along the ring and then in the middle: "rrrrrbbbb-".
function game.slug(state)
  local slug = letters[state.turn]
  for _, point in ipairs(in_order) do slug = slug .. (letters[state.at[point]] or "-") end
  return slug
end

-- Returns the ring rotated and mirrored, with the same player to move and with the players exchanged.
function game.symmetries(state)
  local all = {}
  for turn = 0, 7 do
    for _, way in ipairs({ 1, -1 }) do
      local center = state.at[middle]
      local same, changed = { [middle] = center }, { [middle] = center and 3 - center }
      for index = 1, 8 do
        local point, owner = in_order[(turn + way * index) % 8 + 1], state.at[in_order[index]]
        same[point], changed[point] = owner, owner and 3 - owner
      end
      all[#all + 1] = { turn = state.turn, at = same }
      all[#all + 1] = { turn = 3 - state.turn, at = changed }
    end
  end
  return all
end

return game

-- Mu Torere, a Māori game: each side has four men on the eight points of a star, and the pūtahi in the middle is free.
-- A man moves along the ring, from the middle to any point, or to the middle if an enemy is next to him. A player who
-- cannot move loses.
local board = points([[
    a
  h   b
g   p   c
  f   d
    e
]], { "a-b-c-d-e-f-g-h-a", "a-p-e", "b-p-f", "c-p-g", "d-p-h" })
local middle = "p"
local in_order = { "a", "b", "c", "d", "e", "f", "g", "h", "p" }
local letters = { "r", "b" }

local game = {
  players = { "Red", "Blue" },
  goal = "Move to the free point, until the other player cannot. Only beside an enemy may a man go to the middle.",
  summary = "Four men each on the points of a star and one free point; whoever cannot go there loses",
  phrases = {
    along = "along the ring",
    ["along-done"] = "moved from { $from } along the ring",
    into = "into the middle",
    ["into-done"] = "went from { $from } into the middle",
    out = "out of the middle",
    ["out-done"] = "came out of the middle",
    ["blocked-1"] = "Red cannot move",
    ["blocked-2"] = "Blue cannot move",
  },
}

function game.start()
  return { turn = 1, at = { a = 1, b = 1, c = 1, d = 1, e = 2, f = 2, g = 2, h = 2 } }
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
      move.to = free
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
  return grid { on = board, marks = state.at, holes = true, discs = true }
end

function game.say(_, move)
  local way = move.to == middle and "into" or move.at == middle and "out" or "along"
  return { now = phrase(way), done = phrase(way .. "-done", { from = move.at }) }
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
      local same, changed = { p = state.at.p }, { p = state.at.p and 3 - state.at.p }
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

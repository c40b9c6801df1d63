-- Pong Hau K'i, from China, in Korea umul gonu: each side has two men on five points, of which one is free. A player
-- who cannot move loses. A well is between the two points at the top, so no line joins them.
local board = squares(3, 3, { "a3-a1-c1-c3", "a3-b2-c1", "a1-b2-c3" })
local middle = "b2"
local in_order = { "a3", "c3", middle, "a1", "c1" }
-- In addresses, points have letters.
local name_of = { a3 = "a", c3 = "b", [middle] = "c", a1 = "d", c1 = "e" }
local letters = { "r", "b" }

local game = {
  players = { "Red", "Blue" },
  goal = "Move to the free point, until the other player cannot.",
  summary = "Two men each and one free point; whoever cannot go there loses",
  phrases = {
    along = "along the side to { $to }",
    ["along-done"] = "moved from { $from } to { $to }",
    into = "into the middle",
    ["into-done"] = "went from { $from } to b2 in the middle",
    out = "out of the middle to { $to }",
    ["out-done"] = "came from { $from } in the middle to { $to }",
    ["blocked-1"] = "Red cannot move",
    ["blocked-2"] = "Blue cannot move",
  },
}

function game.start()
  return { turn = 1, at = { a3 = 1, c3 = 1, a1 = 2, c1 = 2 } }
end

local function free_point(state)
  for _, point in ipairs(in_order) do
    if not state.at[point] then return point end
  end
end

-- Only one point is free, so touching the man that goes there is enough.
function game.moves(state)
  local moves, free = {}, free_point(state)
  for _, from in ipairs(board:neighbours(free)) do
    if state.at[from] == state.turn then
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

-- The player to move, and who is on each point: "rrr-bb".
function game.slug(state)
  local slug = letters[state.turn]
  for _, point in ipairs(in_order) do slug = slug .. (letters[state.at[point]] or "-") end
  return slug
end

return game

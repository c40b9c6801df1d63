-- A small house: find the way out.
--
-- `pageturner games try` plays through this file and prints a report. Change something and try again.

-- The rooms to which the doors of each room lead.
local ways = { hall = { "kitchen", "garden" }, kitchen = { "hall", "cellar" }, cellar = { "kitchen" } }

-- A puzzle for one player: it has no `players`.
local game = { goal = "Find the way into the garden." }

-- The state in which play begins: everything that later play depends on, and nothing else.
function game.start()
  return { room = "hall", has_key = false }
end

-- The legal moves: words that readers touch. A move can have its own fields, for `play`.
function game.moves(state)
  local moves = {}
  for _, room in ipairs(ways[state.room]) do
    if room ~= "garden" or state.has_key then
      local move = choose("go to the " .. room)
      move.room = room
      moves[#moves + 1] = move
    end
  end
  if state.room == "cellar" and not state.has_key then moves[#moves + 1] = choose("take the key") end
  return moves
end

-- The state after a move. `state` is a copy, which you can change.
function game.play(state, move)
  if move.room then state.room = move.room else state.has_key = true end
  return state
end

-- `solved` at the goal, or `stuck` if the goal is out of reach; nothing while play goes on. If no move is left, the
-- puzzle is stuck in any case.
function game.result(state)
  if state.room == "garden" then return solved end
end

-- What pages show. `\n` begins a new line.
function game.board(state)
  if state.room == "garden" then return text("You are in the garden. The sun shines.") end
  local told = "You are in the " .. state.room .. "."
  if state.room == "hall" and not state.has_key then told = told .. "\nThe door to the garden is locked." end
  if state.room == "cellar" and not state.has_key then told = told .. "\nSomething glitters: a key." end
  return text(told)
end

return game

-- Nine lamps: a touch switches a lamp and its neighbours on or off. The puzzle is solved when all lamps are off.
--
-- `pageturner games try` plays through this file and prints a report. Change something and try again.

-- A board of three columns and three rows. Its places are "a1" to "c3", as in chess.
local board = squares(3, 3)

-- A puzzle for one player: it has no `players`.
local game = { goal = "Switch all lamps off. A touch switches a lamp and its neighbours." }

-- The state in which the puzzle begins: the lamps that are on, by their places.
function game.start()
  return { a1 = "*", b1 = "*", b2 = "*", c3 = "*" }
end

-- The legal moves.
function game.moves()
  local moves = {}
  for _, place in ipairs(board.places) do moves[#moves + 1] = tap(place) end
  return moves
end

-- The state after a move. `state` is a copy, which you can change.
function game.play(state, move)
  local function switch(place)
    if state[place] then state[place] = nil else state[place] = "*" end
  end
  switch(move.at)
  for _, place in ipairs(board:neighbours(move.at)) do switch(place) end
  return state
end

-- `solved` at the goal, or `stuck` if the goal is out of reach; nothing while play goes on. If no move is left, the
-- puzzle is stuck in any case.
function game.result(state)
  for _, place in ipairs(board.places) do
    if state[place] then return end
  end
  return solved
end

-- What pages show.
function game.board(state)
  return grid { on = board, marks = state, holes = true }
end

return game

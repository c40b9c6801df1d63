-- Three in a row: two players take turns to put their marks on nine squares.
--
-- `pageturner games try` plays through this file and prints a report. Change something and try again.

-- A board of three columns and three rows. Its places are "a1" to "c3", as in chess.
local board = squares(3, 3)
local lines = board:lines(3)

local game = {
  players = { "X", "O" },
  goal = "Three in a row wins.",
  -- The owners of the marks. Marks not listed here belong to the first player.
  pieces = { X = 1, O = 2 },
}

-- The state in which play begins: everything that later play depends on, and nothing else. `turn` is 1 or 2.
function game.start()
  return { turn = 1, at = {} }
end

-- The legal moves. `tap` touches a place; `drag(from, to)` would move a piece.
function game.moves(state)
  local moves = {}
  for _, place in ipairs(board.places) do
    if not state.at[place] then moves[#moves + 1] = tap(place) end
  end
  return moves
end

-- The state after a move. `state` is a copy, which you can change.
function game.play(state, move)
  state.at[move.at] = state.turn == 1 and "X" or "O"
  state.turn = 3 - state.turn
  return state
end

-- Returns the line that a player has filled, and the mark on it.
local function filled(at)
  for _, line in ipairs(lines) do
    local mark = at[line[1]]
    if mark and mark == at[line[2]] and mark == at[line[3]] then return line, mark end
  end
end

-- How the game ended: `win(1)`, `win(2)` or `draw`; nothing while play goes on.
function game.result(state)
  local _, mark = filled(state.at)
  if mark then return win(mark == "X" and 1 or 2) end
  if #game.moves(state) == 0 then return draw end
end

-- What pages show. `lit` places are highlighted.
function game.board(state)
  return grid { on = board, marks = state.at, lit = filled(state.at) }
end

return game

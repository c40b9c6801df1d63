local board = squares(3, 3)
local game = { players = { "X", "O" }, goal = "Three in a row wins." }

function game.start()
  return { turn = 1, at = {} }
end

function game.moves(state)
  local moves = {}
  for _, place in ipairs(board.places) do
    if not state.at[place] then moves[#moves + 1] = tap(place) end
  end
  return moves
end

function game.play(state, move)
  state.at[move.at] = state.turn
  state.turn = 3 - state.turn
  return state
end

function game.result(state)
  for _, line in ipairs(board:lines(3)) do
    local owner = state.at[line[1]]
    if owner and owner == state.at[line[2]] and owner == state.at[line[3]] then return win(owner) end
  end
  if #game.moves(state) == 0 then return draw end
end

function game.board(state)
  return grid { on = state.turn == 1 and board or squares(4, 3), marks = state.at }
end

return game

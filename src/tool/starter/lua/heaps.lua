-- One, two, three: in turn, two players take one to three pieces from a row. The player who takes the last piece wins.
--
-- `pageturner games try` plays through this file and prints a report. Change something and try again.

local game = {
  players = { "Player A", "Player B" },
  goal = "Take one to three pieces from one row. Whoever takes the last piece wins.",
  -- The options that pages can set under `parameters` in their headers.
  options = {
    { name = "rows", about = "the pieces of each row", default = { 4, 5, 6 }, from = 1, to = 12, most = 5 },
  },
}

-- The state in which play begins: everything that later play depends on, and nothing else. `turn` is 1 or 2.
function game.start(options)
  return { turn = 1, left = options.rows, of = options.rows }
end

-- The legal moves: `tap(row, pieces)` takes this number of pieces from a row.
function game.moves(state)
  local moves = {}
  for row, left in ipairs(state.left) do
    for pieces = 1, math.min(3, left) do moves[#moves + 1] = tap(row, pieces) end
  end
  return moves
end

-- The state after a move. `state` is a copy, which you can change.
function game.play(state, move)
  state.left[move.at] = state.left[move.at] - move.piece
  state.turn = 3 - state.turn
  return state
end

-- How the game ended: `win(1)`, `win(2)` or `draw`; nothing while play goes on.
function game.result(state)
  for _, left in ipairs(state.left) do
    if left > 0 then return end
  end
  return win(3 - state.turn)
end

-- What pages show: for each row, the pieces left, and the pieces at the start.
function game.board(state)
  local rows = {}
  for row, left in ipairs(state.left) do rows[row] = { left = left, of = state.of[row] } end
  return heaps(rows)
end

-- The name of the position in addresses: lower-case letters, digits and hyphens.
function game.slug(state)
  return (state.turn == 1 and "a-" or "b-") .. table.concat(state.left, "-")
end

return game

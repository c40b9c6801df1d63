-- Corner the queen: Willem Wythoff's game of 1907 in the version of Rufus Isaacs, with a chess queen that can only go
-- left, down, or diagonally left and down. The player who moves it into the corner wins.
local board = squares(8, 8)
local ways = { "left", "down-left", "down" }
local corner = "a1"
-- The squares from which every move lets the other side win, as Wythoff showed.
local safe = { "a1", "b3", "c2", "d6", "f4", "e8", "h5" }
local colors = { "red", "blue" }

local game = {
  players = { "Red", "Blue" },
  goal = "Take the queen (Q) left, down, or both at a slant. Whoever brings her to a1 wins.",
  summary = "One queen for both, and she only goes left and down. Bring her into the corner.",
  options = {
    { name = "column", about = "the column where the queen begins, from the left", default = 6, from = 1, to = 8 },
    { name = "row", about = "its row, from the bottom", default = 8, from = 1, to = 8 },
  },
  phrases = {
    ["go-left"] = "the queen goes left",
    ["go-down"] = "the queen goes down",
    ["go-down-left"] = "the queen goes at a slant",
    ["went-left"] = "moved the queen left to { $to }",
    ["went-down"] = "moved the queen down to { $to }",
    ["went-down-left"] = "moved the queen at a slant to { $to }",
    leave = "Leave the queen on a1, b3, c2, d6, f4, e8 or h5: no move from there leads to another of these squares.",
    cornered = "the queen is in the corner",
  },
}

function game.start(options)
  return { turn = 1, queen = string.char(96 + options.column) .. options.row }
end

function game.moves(state)
  local moves = {}
  for _, way in ipairs(ways) do
    for _, to in ipairs(board:ray(state.queen, way)) do
      local move = tap(to)
      -- The name contains both squares, because pages mention both for a move of the computer.
      move.way, move.name = way, state.queen .. "-" .. to
      moves[#moves + 1] = move
    end
  end
  return moves
end

function game.play(state, move)
  state.queen, state.turn = move.at, 3 - state.turn
  return state
end

function game.result(state)
  if state.queen == corner then return win(3 - state.turn) end
end

function game.board(state)
  return grid { on = board, marks = { [state.queen] = "Q" }, lit = { corner }, chequered = true }
end

function game.say(_, move)
  return { now = phrase("go-" .. move.way), done = phrase("went-" .. move.way, { to = move.at }) }
end

function game.reasoning(state)
  return not contains(safe, state.queen) and phrase("leave")
end

function game.ending()
  return phrase("cornered")
end

-- "red-g8": the player to move, and the square of the queen.
function game.slug(state)
  return colors[state.turn] .. "-" .. state.queen
end

-- Returns the same position with the players exchanged, or mirrored along the diagonal from the corner.
function game.symmetries(state)
  local column, row = state.queen:byte() - 96, tonumber(state.queen:sub(2))
  local mirrored, alike = string.char(96 + row) .. column, {}
  for turn = 1, 2 do
    alike[#alike + 1] = { turn = turn, queen = state.queen }
    alike[#alike + 1] = { turn = turn, queen = mirrored }
  end
  return alike
end

return game

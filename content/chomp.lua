-- Chomp, by David Gale (1974), after a game of divisors by Fred Schuh (1952): players bite into a bar of chocolate, of
-- which one square is poisoned.
local colors = { "red", "blue" }

local game = {
  players = { "Red", "Blue" },
  goal = "Touch a square to eat it, with all above it and to its right. Whoever eats the poison at a1 loses.",
  summary = "A bar of chocolate with one poisoned square. Leave it to your opponent.",
  options = {
    { name = "columns", about = "the columns of the bar", default = 4, from = 2, to = 7 },
    { name = "rows", about = "its rows", default = 3, from = 2, to = 7 },
  },
  phrases = {
    bite = "bite here",
    poison = "eat the poison",
    bit = "bit into { $place }",
    ate = "ate the poison on { $place }",
    ["red-ate"] = "Red ate the poison",
    ["blue-ate"] = "Blue ate the poison",
  },
}

-- A state is the number of squares that each row still has, counted from the bottom.
function game.start(options)
  local rows = {}
  for row = 1, options.rows do rows[row] = options.columns end
  return { turn = 1, columns = options.columns, rows = rows }
end

function game.moves(state)
  local moves = {}
  for row, length in ipairs(state.rows) do
    for column = 1, length do
      local move = tap(string.char(96 + column) .. row)
      move.column, move.row = column, row
      moves[#moves + 1] = move
    end
  end
  return moves
end

function game.play(state, move)
  for row = move.row, #state.rows do state.rows[row] = math.min(state.rows[row], move.column - 1) end
  state.turn = 3 - state.turn
  return state
end

function game.result(state)
  if state.rows[1] == 0 then return win(state.turn) end
end

function game.board(state)
  local board, eaten = squares(state.columns, #state.rows), {}
  for row, length in ipairs(state.rows) do
    for column = length + 1, state.columns do eaten[#eaten + 1] = string.char(96 + column) .. row end
  end
  -- At the end, the place of the poison shows the last bite.
  if state.rows[1] == 0 then
    table.remove(eaten, 1)
    return grid { on = board, holes = { "a1" }, gaps = eaten }
  end
  return grid { on = board, marks = { a1 = "!" }, gaps = eaten }
end

function game.say(_, move)
  if move.at == "a1" then return { now = phrase("poison"), done = phrase("ate", { place = move.at }) } end
  return { now = phrase("bite"), done = phrase("bit", { place = move.at }) }
end

function game.ending(state)
  return phrase(colors[3 - state.turn] .. "-ate")
end

-- "red-442-of-4": the player to move, the squares left in each row from the bottom, and their number at the start.
function game.slug(state)
  return table.concat({ colors[state.turn], table.concat(state.rows), "of", state.columns }, "-")
end

-- Returns the same bar with the players exchanged and, if it is square, with rows and columns exchanged.
function game.symmetries(state)
  local turned = {}
  for row = 1, #state.rows do
    turned[row] = 0
    for _, length in ipairs(state.rows) do
      if length >= row then turned[row] = turned[row] + 1 end
    end
  end
  local alike = {}
  for _, rows in ipairs(state.rows[1] <= #state.rows and { state.rows, turned } or { state.rows }) do
    for turn = 1, 2 do alike[#alike + 1] = { turn = turn, columns = state.columns, rows = rows } end
  end
  return alike
end

return game

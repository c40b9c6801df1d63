-- Frogs and toads, described by Édouard Lucas (1883): frogs go right, toads go left, and they want to exchange places.
-- On boards without colours, each animal shows in which direction it goes.
local game = {
  goal = "Red frogs (>) go right, blue toads (<) go left. Let them change places.",
  summary = "Frogs and toads meet on a row of stones, one of which is free, and want to change places.",
  pieces = { [">"] = 1, ["<"] = 2 },
  options = { { name = "frogs", about = "how many frogs there are, and as many toads", default = 3, from = 1, to = 8 } },
  phrases = {
    hop = "hop to { $to }",
    hopped = "hopped from { $from } to { $to }",
    leap = "leap over { $over } to { $to }",
    leapt = "leapt from { $from } over { $over } to { $to }",
    ["all-there"] = "everybody has changed places",
    ["in-the-way"] = "everybody is in somebody's way",
  },
}

-- A state is the row from left to right: a frog "f", a toad "t", or the free stone "-".
function game.start(options)
  local row = {}
  for stone = 1, options.frogs do
    row[stone], row[options.frogs + 1 + stone] = "f", "t"
  end
  row[options.frogs + 1] = "-"
  return row
end

local function places(row)
  return squares(#row, 1).places
end

-- Returns the stone to which the animal on a stone goes, and the stone that it leaps over, if it can move. No animal
-- leaps over its own kind.
local function landing(row, from)
  local step = row[from] == "f" and 1 or -1
  if row[from + step] == "-" then return from + step end
  if row[from + step] ~= row[from] and row[from + 2 * step] == "-" then return from + 2 * step, from + step end
end

-- Each animal has at most one move, so a touch is enough.
function game.moves(row)
  local moves = {}
  for from, place in ipairs(places(row)) do
    local to, over
    if row[from] ~= "-" then to, over = landing(row, from) end
    if to then
      local move = tap(place)
      move.from, move.to, move.over = from, to, over
      moves[#moves + 1] = move
    end
  end
  return moves
end

function game.play(row, move)
  row[move.from], row[move.to] = "-", row[move.from]
  return row
end

function game.result(row)
  for stone = 1, #row // 2 do
    if row[stone] ~= "t" or row[#row + 1 - stone] ~= "f" then return end
  end
  return solved
end

function game.say(row, move)
  local at = places(row)
  local words = { from = at[move.from], over = at[move.over], to = at[move.to] }
  if move.over then return { now = phrase("leap", words), done = phrase("leapt", words) } end
  return { now = phrase("hop", words), done = phrase("hopped", words) }
end

function game.ending(row)
  return phrase(game.result(row) and "all-there" or "in-the-way")
end

function game.board(row)
  local board, marks = squares(#row, 1), {}
  for stone, place in ipairs(board.places) do
    if row[stone] ~= "-" then marks[place] = row[stone] == "f" and ">" or "<" end
  end
  return grid { on = board, marks = marks, holes = true }
end

function game.slug(row)
  return table.concat(row)
end

return game

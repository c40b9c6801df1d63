-- Two players shunt wagons: each move takes one from the head of the train, and the last wagon wins.
local yard = squares(3, 2)
local names = { "coal", "milk", "post" }

local function wagons(state)
  local list = {}
  for index, name in ipairs(names) do
    if index <= state.left then list[#list + 1] = { name = name, text = name .. " " .. index } end
  end
  return list
end

local game = {
  players = { "Steam", "Diesel" },
  goal = "Shunt the last wagon.",
  options = { { name = "left", about = "the wagons", default = 3, from = 1, to = 3 } },
  phrases = {
    shunt = "shunt { $count ->\n  [one] one wagon\n *[other] { $count } wagons\n}",
    left = "{ $count } left: { $names }",
  },
  pieces = { ["■"] = 2 },
  policies = { { name = "greedy-train", about = "It takes all it can.", choose = function(_, moves) return moves[#moves] end } },
}

function game.start(options)
  return { turn = 1, left = options.left, at = { a1 = "■" } }
end

function game.moves(state)
  local moves = {}
  for count = 1, math.min(2, state.left) do
    local move = count == 1 and tap("b1") or choose(phrase("shunt", { count = count }), "two")
    move.count = count
    moves[#moves + 1] = move
  end
  return moves
end

function game.play(state, move)
  state.left, state.turn = state.left - move.count, 3 - state.turn
  return state
end

function game.result(state)
  if state.left == 0 then return win(3 - state.turn) end
end

function game.board(state)
  local marks = copy(state.at)
  for index, wagon in ipairs(wagons(state)) do marks[yard.places[index]] = wagon.name:sub(1, 1) end
  return grid { on = yard, marks = marks, walls = { "c1" }, lit = state.left < 3 and { "b1" } or nil }
end

function game.tally(state)
  local list = {}
  for _, wagon in ipairs(wagons(state)) do list[#list + 1] = wagon.text end
  return phrase("left", { count = state.left, names = table.concat(list, ", ") })
end

function game.slug(state)
  return "w" .. state.left .. (state.turn == 1 and "s" or "d")
end

function game.estimate(state)
  return state.left % 3 == 0 and -1 or 1
end

return game

-- Dodgem, by Colin Vout (1972): drive both of your cars off the board before the other player does.
local board = squares(3, 3)
-- Red drives to the right and Blue up; neither can drive backwards.
local ways = { { "right", "up", "down" }, { "up", "left", "right" } }
local colors = { "red", "blue" }
-- The image of each square when the board is mirrored along the diagonal from a1 to c3.
local mirror
for _, map in ipairs(board:symmetries()) do
  if map.a1 == "a1" and map.a3 == "c1" then mirror = map end
end

local game = {
  players = { "Red", "Blue" },
  goal = "Red drives off to the right, Blue off at the top. Whoever has no car left, or cannot move, has won.",
  summary = "Two cars each, nine squares, and everybody is in the way. Get yours off the board first.",
  phrases = {
    off = "off",
    ahead = "ahead from { $from }",
    aside = "aside from { $from }",
    leave = "drive off from { $from }",
    drove = "drove from { $from } to { $to }",
    left = "drove off the board from { $from }",
    ["red-gone"] = "both red cars are off the board",
    ["blue-gone"] = "both blue cars are off the board",
    ["red-shut-in"] = "the red car is shut in",
    ["blue-shut-in"] = "the blue car is shut in",
  },
}

function game.start()
  return { turn = 1, cars = { a3 = 1, a2 = 1, b1 = 2, c1 = 2 } }
end

function game.moves(state)
  local moves, exit = {}, ways[state.turn][1]
  for from, owner in pairs(state.cars) do
    for _, way in ipairs(owner == state.turn and ways[owner] or {}) do
      local to = board:next(from, way)
      if not to and way == exit then
        moves[#moves + 1] = drag(from, choose(phrase("off"), "off"))
      elseif to and not state.cars[to] then
        moves[#moves + 1] = drag(from, to)
      end
    end
  end
  return direct(moves)
end

function game.play(state, move)
  state.cars[move.from] = nil
  if move.to then state.cars[move.to] = state.turn end
  state.turn = 3 - state.turn
  return state
end

function game.result(state)
  if #game.moves(state) == 0 then return win(state.turn) end
end

function game.board(state)
  return grid { on = board, marks = state.cars, discs = true }
end

function game.say(state, move)
  if not move.to then return { now = phrase("leave", { from = move.from }), done = phrase("left", { from = move.from }) } end
  local is_ahead = move.to == board:next(move.from, ways[state.turn][1])
  return {
    now = phrase(is_ahead and "ahead" or "aside", { from = move.from }),
    done = phrase("drove", { from = move.from, to = move.to }),
  }
end

-- A player who cannot move has no car left, or only blocked cars.
function game.ending(state)
  local color = colors[state.turn]
  for _, owner in pairs(state.cars) do
    if owner == state.turn then return phrase(color .. "-shut-in") end
  end
  return phrase(color .. "-gone")
end

-- "red-a2a3-b1c1": the player to move, the red cars, the blue cars; "off" if a player has none left.
function game.slug(state)
  local places = { "", "" }
  for place, owner in pairs(state.cars) do places[owner] = places[owner] .. place end
  for owner = 1, 2 do
    if places[owner] == "" then places[owner] = "off" end
  end
  return table.concat({ colors[state.turn], places[1], places[2] }, "-")
end

-- Mirrored along the diagonal, each side drives as the other did.
function game.symmetries(state)
  local cars = {}
  for place, owner in pairs(moved(state.cars, mirror)) do cars[place] = 3 - owner end
  return { { turn = 3 - state.turn, cars = cars } }
end

return game

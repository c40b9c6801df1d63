-- The L-game, by Edward de Bono (1967): each player has an L of four squares, and two neutral pieces are nobody's.
-- Whoever cannot move the L any more loses.
--
-- A turn is two moves: first the L, then a neutral piece or none. So there are 73,232 positions, of which 36,736 come
-- before an L moves. Seen by the player to move these are half as many, 18,368: the number of the literature.
local board = squares(4, 4)
local mirrored = board:symmetries()
local colors = { "red", "blue" }
-- The ways in which a foot can point, by the direction of the arm.
local across, along = { "left", "right" }, { "up", "down" }
local feet = { up = across, down = across, left = along, right = along }

-- Each square is a bit of a number, so that pieces are in each other's way where their numbers share one.
local bit = {}
for index, square in ipairs(board.places) do bit[square] = 1 << index end

-- The 48 places of an L, by number and by name. Its two ends name it, first that of the long arm: "c2b4" is the L from
-- c2 round c4 to b4.
local places = {}
local function add_place(far, middle, corner, foot)
  local bits = bit[far] | bit[middle] | bit[corner] | bit[foot]
  local squares = { far, middle, corner, foot }
  local place = { name = far .. foot, far = far, corner = corner, foot = foot, squares = squares, bits = bits }
  places[#places + 1], places[place.name] = place, place
end
for _, far in ipairs(board.places) do
  for arm, ways in pairs(feet) do
    local ray = board:ray(far, arm)
    for _, way in ipairs(ray[2] and ways or {}) do
      local foot = board:next(ray[2], way)
      if foot then add_place(far, ray[1], ray[2], foot) end
    end
  end
end

local game = {
  players = { "Red", "Blue" },
  goal = "Shut in the other L. Place yours, long arm first, then move a dot or none.",
  summary = "Two Ls on sixteen squares, and whoever is shut in loses.",
  options = { { name = "position", about = "the position in which play begins", default = "r-c2b4-b3c1-a4d1" } },
  phrases = {
    lay = "the foot on { $foot }",
    laid = "laid the L from { $far } round { $corner } to { $foot }",
    moved = "moved a dot from { $from } to { $to }",
    leave = "leave the dots where they are",
    left = "left the dots where they are",
    ["red-shut-in"] = "the red L is shut in",
    ["blue-shut-in"] = "the blue L is shut in",
  },
}

function game.start(options)
  return game.unslug(options.position)
end

-- "r-…" and "b-…" come before the L of Red or Blue moves, "rn-…" and "bn-…" before a neutral piece does.
function game.slug(state)
  local who = colors[state.turn]:sub(1, 1) .. (state.moves == "neutral" and "n" or "")
  return table.concat({ who, state.red, state.blue, state.neutral }, "-")
end

function game.unslug(text)
  local parts = split(text, "-")
  local turn, moves = parts[1]:sub(1, 1) == "r" and 1 or 2, #parts[1] == 2 and "neutral" or "l"
  return { turn = turn, moves = moves, red = parts[2], blue = parts[3], neutral = parts[4] }
end

-- Two squares of a text such as "a4d1", and the text of two squares in their order.
local function both(text) return text:sub(1, 2), text:sub(3, 4) end
local function pair(one, two) return one < two and one .. two or two .. one end

local function bits_of_neutral(state)
  local one, two = both(state.neutral)
  return bit[one] | bit[two]
end

-- The other places where the L of a player fits.
local function free_places(state, player)
  local own, other = state[colors[player]], state[colors[3 - player]]
  local found, taken = {}, places[other].bits | bits_of_neutral(state)
  for _, place in ipairs(places) do
    if place.bits & taken == 0 and place.name ~= own then found[#found + 1] = place end
  end
  return found
end

-- Where a single L fits with its long arm ending on a square, touching that square says it all.
local function moves_of_l(state)
  local moves, found, fitting = {}, free_places(state, state.turn), board:fill(0)
  for _, place in ipairs(found) do fitting[place.far] = fitting[place.far] + 1 end
  for _, place in ipairs(found) do
    local move = fitting[place.far] == 1 and tap(place.far) or drag(place.far, place.foot)
    move.l, move.name = place.name, place.far .. "-" .. place.foot
    moves[#moves + 1] = move
  end
  return moves
end

local function moves_of_neutral(state)
  local moves = { choose(phrase("leave"), "leave") }
  local taken = places[state.red].bits | places[state.blue].bits | bits_of_neutral(state)
  for _, from in ipairs({ both(state.neutral) }) do
    for _, to in ipairs(board.places) do
      if bit[to] & taken == 0 then moves[#moves + 1] = drag(from, to) end
    end
  end
  return moves
end

function game.moves(state)
  return state.moves == "l" and moves_of_l(state) or moves_of_neutral(state)
end

function game.play(state, move)
  if move.l then
    state[colors[state.turn]], state.moves = move.l, "neutral"
    return state
  end
  if move.from then
    local one, two = both(state.neutral)
    state.neutral = pair(move.to, move.from == one and two or one)
  end
  state.turn, state.moves = 3 - state.turn, "l"
  return state
end

function game.result(state)
  if state.moves == "l" and #free_places(state, state.turn) == 0 then return win(3 - state.turn) end
end

-- Neutral pieces are drawn as holes, which are nobody's.
function game.board(state)
  local marks = {}
  for player, color in ipairs(colors) do
    for _, square in ipairs(places[state[color]].squares) do marks[square] = player end
  end
  return grid { on = board, marks = marks, holes = { both(state.neutral) }, discs = true }
end

function game.say(_, move)
  local l = places[move.l or ""]
  if l then
    local done = phrase("laid", { far = l.far, corner = l.corner, foot = l.foot })
    return { now = phrase("lay", { foot = l.foot }), done = done }
  end
  return { done = move.from and phrase("moved", { from = move.from, to = move.to }) or phrase("left") }
end

function game.ending(state)
  return phrase(colors[state.turn] .. "-shut-in")
end

-- Mirrored and turned, and with the colors changed.
function game.symmetries(state)
  local same = {}
  for _, map in ipairs(mirrored) do
    local function image(text)
      local one, two = both(text)
      return map[one], map[two]
    end
    local red, blue = table.concat({ image(state.red) }), table.concat({ image(state.blue) })
    local neutral = pair(image(state.neutral))
    same[#same + 1] = { turn = state.turn, moves = state.moves, red = red, blue = blue, neutral = neutral }
    same[#same + 1] = { turn = 3 - state.turn, moves = state.moves, red = blue, blue = red, neutral = neutral }
  end
  return same
end

-- Whose L has more places to go to is ahead.
function game.estimate(state)
  return #free_places(state, 1) - #free_places(state, 2)
end

return game

-- The L-game, by Edward de Bono (1967): each player has an L of four squares, and two neutral pieces are nobody's.
-- Whoever cannot move the L any more loses.
--
-- A turn is two moves: first the L, then a neutral piece or none. So there are 73,232 positions, of which 36,736 come
-- before an L moves. Seen by the player to move these are half as many, 18,368: the number of the literature.
local board = squares(4, 4)
local mirrored = board:symmetries()
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

-- A state is its text, such as "rn-c2b4-b3c1-a4d1": "r" or "b" is whose turn it is, "n" stands behind it before a neutral
-- piece moves, and then come the places of the red L, of the blue one, and of the neutral pieces.
function game.turn(state)
  return state:sub(1, 1) == "r" and 1 or 2
end

-- Whose turn it is, whether a neutral piece moves, the places of the Ls by player, and the two neutral pieces.
local function read(state)
  local from = #state - 13
  local ls = { places[state:sub(from, from + 3)], places[state:sub(from + 5, from + 8)] }
  return game.turn(state), from == 4, ls, state:sub(-4, -3), state:sub(-2)
end

local function write(turn, is_neutral, ls, one, two)
  if two < one then one, two = two, one end
  return (turn == 1 and "r" or "b") .. (is_neutral and "n-" or "-") .. ls[1].name .. "-" .. ls[2].name .. "-" .. one .. two
end

function game.slug(state) return state end

function game.unslug(text)
  local turn, is_neutral, ls, one, two = read(text)
  local is_known = ls[1] and ls[2] and bit[one] and bit[two]
  if is_known and write(turn, is_neutral, ls, one, two) == text then return text end
end

function game.start(options)
  return game.unslug(options.position)
end

-- The other places where the L of a player fits.
local function free_places(player, ls, one, two)
  local found, own, taken = {}, ls[player], ls[3 - player].bits | bit[one] | bit[two]
  for _, place in ipairs(places) do
    if place.bits & taken == 0 and place ~= own then found[#found + 1] = place end
  end
  return found
end

-- Where a single L fits with its long arm ending on a square, touching that square says it all.
local function moves_of_l(turn, ls, one, two)
  local moves, found, fitting = {}, free_places(turn, ls, one, two), board:fill(0)
  for _, place in ipairs(found) do fitting[place.far] = fitting[place.far] + 1 end
  for _, place in ipairs(found) do
    local move = fitting[place.far] == 1 and tap(place.far) or drag(place.far, place.foot)
    move.l, move.name = place.name, place.far .. "-" .. place.foot
    moves[#moves + 1] = move
  end
  return moves
end

local function moves_of_neutral(ls, one, two)
  local moves = { choose(phrase("leave"), "leave") }
  local taken = ls[1].bits | ls[2].bits | bit[one] | bit[two]
  for _, from in ipairs({ one, two }) do
    for _, to in ipairs(board.places) do
      if bit[to] & taken == 0 then moves[#moves + 1] = drag(from, to) end
    end
  end
  return moves
end

function game.moves(state)
  local turn, is_neutral, ls, one, two = read(state)
  if is_neutral then return moves_of_neutral(ls, one, two) end
  return moves_of_l(turn, ls, one, two)
end

function game.play(state, move)
  local turn, _, ls, one, two = read(state)
  if move.l then
    ls[turn] = places[move.l]
    return write(turn, true, ls, one, two)
  end
  if move.from == one then one = move.to elseif move.from == two then two = move.to end
  return write(3 - turn, false, ls, one, two)
end

function game.result(state)
  local turn, is_neutral, ls, one, two = read(state)
  if not is_neutral and #free_places(turn, ls, one, two) == 0 then return win(3 - turn) end
end

-- Neutral pieces are drawn as holes, which are nobody's.
function game.board(state)
  local marks, _, _, ls, one, two = {}, read(state)
  for player, l in ipairs(ls) do
    for _, square in ipairs(l.squares) do marks[square] = player end
  end
  return grid { on = board, marks = marks, holes = { one, two }, discs = true }
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
  return phrase(game.turn(state) == 1 and "red-shut-in" or "blue-shut-in")
end

-- Mirrored and turned, and with the colors changed.
function game.symmetries(state)
  local same, turn, is_neutral, ls, one, two = {}, read(state)
  for _, map in ipairs(mirrored) do
    local red, blue = places[map[ls[1].far] .. map[ls[1].foot]], places[map[ls[2].far] .. map[ls[2].foot]]
    same[#same + 1] = write(turn, is_neutral, { red, blue }, map[one], map[two])
    same[#same + 1] = write(3 - turn, is_neutral, { blue, red }, map[one], map[two])
  end
  return same
end

-- Whose L has more places to go to is ahead.
function game.estimate(state)
  local _, _, ls, one, two = read(state)
  return #free_places(1, ls, one, two) - #free_places(2, ls, one, two)
end

return game

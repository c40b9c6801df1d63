-- Chinese rings: take all rings off a bar. The first ring can go on or off at any time; any other ring only if the ring
-- just before it is on, and all rings before that one are off. Louis Gros (1872) solved it with binary numbers.
local game = {
  goal = "Take all rings (o) off. You can move the first, and the one after the first that is on.",
  summary = "Rings on a bar, and each depends on those before it. Take all of them off.",
  options = { { name = "rings", about = "how many rings there are, all of them on", default = 5, from = 1, to = 9 } },
  phrases = {
    ["take-off"] = "take ring { $ring } off",
    ["put-on"] = "put ring { $ring } on",
    ["took-off"] = "took ring { $ring } off",
    ["did-put-on"] = "put ring { $ring } on",
    on = "{ $rings ->\n [0] no ring is on\n [one] 1 ring is on\n *[other] { $rings } rings are on\n}",
    which = "With an odd number of rings on the bar, move the first; else the other.",
    free = "the bar is free",
  },
}

-- A state is a string with a character for each ring, the first ring at the left: 1 is on, 0 is off.
function game.start(options)
  return { rings = string.rep("1", options.rings) }
end

local function is_on(state, ring) return state.rings:sub(ring, ring) == "1" end

function game.result(state)
  if state.rings == string.rep("0", #state.rings) then return solved end
end

local function name_of(ring) return string.char(96 + ring) end

-- Returns the square where a ring is drawn: above the bar if it is on, otherwise below.
local function place_of(state, ring) return name_of(ring) .. (is_on(state, ring) and 3 or 1) end

-- Returns the first ring, and the ring after the first one that is on.
function game.moves(state)
  local moves, first = {}, 1
  while first < #state.rings and not is_on(state, first) do first = first + 1 end
  for _, ring in ipairs(first < #state.rings and is_on(state, first) and { 1, first + 1 } or { 1 }) do
    local move = tap(place_of(state, ring))
    move.ring, move.name = ring, name_of(ring)
    moves[#moves + 1] = move
  end
  return moves
end

function game.play(state, move)
  local sign = is_on(state, move.ring) and "0" or "1"
  state.rings = state.rings:sub(1, move.ring - 1) .. sign .. state.rings:sub(move.ring + 1)
  return state
end

-- The whole bar is one piece.
function game.board(state)
  local count, marks, bar = #state.rings, {}, {}
  for ring = 1, count do
    bar[ring] = name_of(ring) .. 2
    marks[bar[ring]], marks[place_of(state, ring)] = "=", 2
  end
  return grid { on = squares(count, 3), marks = marks, pieces = { bar }, discs = true }
end

function game.say(state, move)
  local words = { ring = name_of(move.ring) }
  if is_on(state, move.ring) then return { name = phrase("take-off", words), done = phrase("took-off", words) } end
  return { name = phrase("put-on", words), done = phrase("did-put-on", words) }
end

function game.tally(state)
  local count = 0
  for ring = 1, #state.rings do count = count + (is_on(state, ring) and 1 or 0) end
  return phrase("on", { rings = count })
end

-- Each move on the shortest path changes the parity, and the first ring moves in every second move.
function game.reasoning()
  return phrase("which")
end

function game.ending()
  return phrase("free")
end

function game.slug(state)
  return state.rings
end

return game

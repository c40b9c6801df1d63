-- Water jugs: measure an amount with nothing but jugs of known sizes. Albert, abbot of Stade, described three of them,
-- of 8, 5 and 3, in his chronicle in the 13th century.
local game = {
  goal = "Pour from jug to jug, each time until one is empty or the other is full.",
  summary = "Measure four litres with jugs of eight, five and three.",
  options = {
    { name = "jugs", about = "the sizes of the jugs, the first of which is full; no two are the same",
      default = { 8, 5, 3 }, from = 1, to = 24, most = 4 },
    { name = "goal", about = "one or two amounts that are wanted, each in a jug of its own",
      default = { 4, 4 }, from = 1, to = 24, most = 2 },
  },
  phrases = {
    jug = "{ $size }-litre jug",
    litres = "{ $litres ->\n [one] 1 litre\n *[other] { $litres } litres\n}",
    both = "{ $first } and { $second } litres",
    wanted = "{ $litres } { $amounts ->\n [one] is\n *[other] are\n} wanted",
    pour = "{ $from } into { $to }",
    poured = "poured { $litres } from the { $from } into the { $to }",
    measured = "{ $litres }, to the drop",
  },
}

function game.start(options)
  local water = {}
  for jug, size in ipairs(options.jugs) do water[jug] = jug == 1 and size or 0 end
  return { jugs = options.jugs, water = water, goal = options.goal }
end

-- Each required amount must be in its own jug.
function game.result(state)
  local water = copy(state.water)
  for _, wanted in ipairs(state.goal) do
    local found
    for jug, litres in ipairs(water) do
      if litres == wanted then found = jug end
    end
    if not found then return end
    table.remove(water, found)
  end
  return solved
end

function game.moves(state)
  local moves = {}
  for from, size in ipairs(state.jugs) do
    for to, other in ipairs(state.jugs) do
      local litres = math.min(state.water[from], other - state.water[to])
      if from ~= to and litres > 0 then
        local move = choose(phrase("pour", { from = size, to = other }), size .. "-" .. other)
        move.from, move.to, move.litres = from, to, litres
        table.insert(moves, move)
      end
    end
  end
  return moves
end

function game.play(state, move)
  state.water[move.from] = state.water[move.from] - move.litres
  state.water[move.to] = state.water[move.to] + move.litres
  return state
end

-- One row per jug, with its litres and its empty space.
function game.board(state)
  local rows = {}
  for jug, size in ipairs(state.jugs) do
    rows[jug] = { left = state.water[jug], of = size, name = phrase("jug", { size = size }) }
  end
  return heaps(rows)
end

local function litres(count)
  return phrase("litres", { litres = count })
end

local function wanted(state)
  local first, second = state.goal[1], state.goal[2]
  return second and phrase("both", { first = first, second = second }) or litres(first)
end

function game.say(state, move)
  local function jug(number) return phrase("jug", { size = state.jugs[number] }) end
  local poured = phrase("poured", { litres = litres(move.litres), from = jug(move.from), to = jug(move.to) })
  return { now = litres(move.litres), done = poured }
end

function game.tally(state)
  return phrase("wanted", { litres = wanted(state), amounts = #state.goal })
end

function game.ending(state)
  return phrase("measured", { litres = wanted(state) })
end

-- The contents of each jug, such as `3-5-0`.
function game.slug(state)
  return table.concat(state.water, "-")
end

return game

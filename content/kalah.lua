-- Kalah, by William Julius Champion Jr. (1940): sow the seeds of a pit, one by one and counter-clockwise. The player
-- with more seeds in the store at the end wins.
--
-- Red's pits and store are the lower row, Blue's the upper one. Seeds follow the numbers; with three pits:
--
--     8 7 6 5
--       1 2 3 4

local game = {
  players = { "Red", "Blue" },
  goal = "Red sows the lower row to the right, Blue the upper row to the left. Most seeds in store win.",
  summary = "Sow the seeds of a pit one by one. Whoever has more of them in store at the end wins.",
  options = {
    { name = "pits", about = "how many pits each side has", default = 3, from = 1, to = 6 },
    { name = "seeds", about = "how many seeds begin in each pit", default = 3, from = 1, to = 6 },
  },
  phrases = {
    sow = "sow { $seeds }",
    ["sow-again"] = "sow { $seeds }, go again",
    ["sow-take"] = "sow { $seeds }, take { $taken }",
    sowed = "sowed { $pit }",
    ["sowed-and-took"] = "sowed { $pit } and took { $taken }",
    score = "In store: Red { $red } (right), Blue { $blue } (left)",
    final = "{ $most } seeds to { $least }",
  },
}

-- Returns the seeds of all pits and stores in the order of sowing: Red's pits and store, then Blue's.
function game.start(options)
  local state = { turn = 1, seeds = {} }
  for _ = 1, 2 do
    for _ = 1, options.pits do table.insert(state.seeds, options.seeds) end
    table.insert(state.seeds, 0)
  end
  return state
end

-- The number of pits and stores of a side. It is also the number of player 1's store; player 2's is twice that.
local function half(state)
  return #state.seeds // 2
end

-- Returns the squares of the pits and stores, in the same order.
local function around(state)
  local found, size = {}, half(state)
  for step = 1, size do
    found[step] = string.char(97 + step) .. "1"
    found[size + step] = string.char(97 + size - step) .. "2"
  end
  return found
end

-- Returns the numbers of a player's pits.
local function pits(state, player)
  local found, store = {}, player * half(state)
  for pit = store - half(state) + 1, store - 1 do found[#found + 1] = pit end
  return found
end

-- Returns the number of seeds in a player's pits.
local function left(state, player)
  local count = 0
  for _, pit in ipairs(pits(state, player)) do count = count + state.seeds[pit] end
  return count
end

-- Sows a pit. Returns whether the last seed went into the player's own store, and how many seeds were captured.
local function sow(state, pit)
  local seeds, own, other = state.seeds, state.turn * half(state), (3 - state.turn) * half(state)
  local hand, last = seeds[pit], pit
  seeds[pit] = 0
  while hand > 0 do
    last = last % #seeds + 1
    if last ~= other then
      seeds[last] = seeds[last] + 1
      hand = hand - 1
    end
  end
  if last == own then return true, 0 end
  -- The numbers of two opposite pits add up to the number of all pits and stores.
  local taken = contains(pits(state, state.turn), last) and seeds[last] == 1 and seeds[#seeds - last] or 0
  if taken > 0 then
    seeds[own] = seeds[own] + taken + 1
    seeds[last], seeds[#seeds - last] = 0, 0
  end
  return false, taken
end

function game.moves(state)
  local moves, places = {}, around(state)
  for _, pit in ipairs(pits(state, state.turn)) do
    if state.seeds[pit] > 0 then
      local move = tap(places[pit])
      move.pit = pit
      moves[#moves + 1] = move
    end
  end
  return moves
end

function game.play(state, move)
  local again = sow(state, move.pit)
  if not again then state.turn = 3 - state.turn end
  if left(state, 1) == 0 or left(state, 2) == 0 then
    -- The game is over: each side stores what is left in its pits, and no player is to move.
    for player = 1, 2 do
      local store = player * half(state)
      state.seeds[store] = state.seeds[store] + left(state, player)
      for _, pit in ipairs(pits(state, player)) do state.seeds[pit] = 0 end
    end
    state.turn = 1
  end
  return state
end

local function stores(state)
  return state.seeds[half(state)], state.seeds[#state.seeds]
end

function game.result(state)
  if left(state, 1) + left(state, 2) > 0 then return end
  local red, blue = stores(state)
  return red == blue and draw or win(red > blue and 1 or 2)
end

-- For computer players that look a few moves ahead.
function game.estimate(state)
  local red, blue = stores(state)
  return red - blue
end

function game.board(state)
  local marks, owners, size = {}, {}, half(state)
  for number, place in ipairs(around(state)) do
    local seeds = state.seeds[number]
    -- An empty pit shows nothing, an empty store shows 0.
    if seeds > 0 or number % size == 0 then marks[place] = tostring(seeds) end
    owners[place] = number > size and 2 or 1
  end
  return grid { on = squares(size + 1, 2), marks = marks, owners = owners, gaps = { "a1", string.char(97 + size) .. "2" } }
end

function game.say(state, move)
  local seeds = state.seeds[move.pit]
  local again, taken = sow(copy(state), move.pit)
  local how = again and "-again" or taken > 0 and "-take" or ""
  return {
    now = phrase("sow" .. how, { seeds = seeds, taken = taken }),
    done = phrase(taken > 0 and "sowed-and-took" or "sowed", { pit = move.at, taken = taken }),
  }
end

function game.tally(state)
  local red, blue = stores(state)
  return phrase("score", { red = red, blue = blue })
end

function game.ending(state)
  local red, blue = stores(state)
  return phrase("final", { most = math.max(red, blue), least = math.min(red, blue) })
end

-- The player to move, and all seeds in the order of sowing: r-2-2-2-0-2-2-2-0.
function game.slug(state)
  return (state.turn == 1 and "r-" or "b-") .. table.concat(state.seeds, "-")
end

-- Returns the position with the players exchanged. When the game is over, no player is to move.
function game.symmetries(state)
  local is_over = left(state, 1) + left(state, 2) == 0
  local other, size = { turn = is_over and state.turn or 3 - state.turn, seeds = {} }, half(state)
  for number = 1, #state.seeds do other.seeds[number] = state.seeds[(number + size - 1) % #state.seeds + 1] end
  return { state, other }
end

return game

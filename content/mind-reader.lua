-- The page that reads your mind: in which hand is the coin? After Claude Shannon's "A Mind-Reading (?) Machine" (1953),
-- a simpler machine than SEER by David Hagelbarger (1956). It has eight memories, one for each course of the last two
-- rounds: won or lost, won or lost, with the same hand or with the other. Each memory contains whether the player then
-- kept or changed the hand. Shannon's machine waits until the player has done the same twice. A game of a dozen rounds
-- is too short for that, so here once is enough.
local game = {
  players = { "the hand", "the page" },
  goal = "Hide a coin in one hand, and touch that hand. The page has made its guess. Whoever has no coin left loses.",
  summary = "Hide a coin in one of two hands from a page that remembers.",
  options = {
    { name = "coins", about = "the coins of each side", default = 6, from = 2, to = 8 },
    { name = "seed", about = "a number on which guesses without a memory depend", default = 2009, from = 1, to = 9999 },
  },
  phrases = {
    left = "left",
    right = "right",
    hide = "hide the coin in the { $hand } hand",
    hid = "hid the coin in the { $hand } hand",
    ready = "Where is the coin? I have made my guess",
    found = "I guessed the { $hand } hand: you lose a coin",
    missed = "I guessed the { $hand } hand: I lose a coin",
    first = "I know nothing about you yet, so I guessed blindly.",
    lot = "This is new to me. Three times in five, I bet that you change hands.",
    stayed = "Last time, you kept the same hand here. I bet on it again.",
    changed = "Last time, you changed hands here. I bet on it again.",
    you = "you",
    page = "the page",
    ["you-keep"] = "you have { $coins ->\n [one] one coin\n *[other] { $coins } coins\n} left",
    ["page-keeps"] = "the page has { $coins ->\n [one] one coin\n *[other] { $coins } coins\n} left",
  },
}

local NOTHING = "xxxxxxxx"

-- A state contains the coins of both sides, the last hand, the last two rounds, and the memories. `rounds` is empty
-- before the first round, and "w" or "l" after it, for won or lost. Later it contains the round before the last, the
-- last one, and "s" or "d" for the same hand or the other. A memory is also "s" or "d", or "x" if it is empty.
function game.start(options)
  local coins = options.coins
  return { turn = 1, seed = options.seed, you = coins, page = coins, of = coins, rounds = "", memory = NOTHING }
end

-- A state as a string: the coins, the last hand, the last two rounds, and the memories: "4-5-left-wls-xxsxdxxx".
local function text_of(state)
  local text = state.you .. "-" .. state.page
  if state.hand then text = text .. "-" .. state.hand end
  if state.rounds ~= "" then text = text .. "-" .. state.rounds .. "-" .. state.memory end
  return text
end

-- Returns a 32-bit number that looks random, and is always the same for the same string: FNV-1a.
local function hash(text)
  local number = 2166136261
  for index = 1, #text do number = (number ~ text:byte(index)) * 16777619 & 0xffffffff end
  return number
end

-- Browsers show the address of a link, and an address with the coins would reveal the guess.
function game.slug(state)
  return "" .. hash(text_of(state) .. "-" .. state.seed)
end

local function other(hand) return hand == "left" and "right" or "left" end

-- Returns the number of the memory for the last two rounds; nil before there were two.
local function memory_of(rounds)
  if #rounds < 3 then return end
  local bit = function(index, letter, worth) return rounds:sub(index, index) == letter and worth or 0 end
  return 1 + bit(1, "l", 4) + bit(2, "l", 2) + bit(3, "d", 1)
end

-- Returns the memory for the last two rounds: "s", "d", or "x" if it is empty.
local function habit_of(state)
  local memory = memory_of(state.rounds)
  return memory and state.memory:sub(memory, memory) or "x"
end

-- Returns the hand that the page guesses: by its memory, or else at random. The random guess is the same hand in two of
-- five cases, because people change hands more often than not.
local function guess(state)
  local draw, habit = hash(state.seed .. "-" .. text_of(state)) >> 16, habit_of(state)
  if not state.hand then return draw % 2 == 1 and "left" or "right" end
  if habit == "x" then habit = draw % 100 < 60 and "d" or "s" end
  return habit == "s" and state.hand or other(state.hand)
end

-- Returns whether the last round was won or lost.
local function last_of(rounds) return rounds:sub(-2):sub(1, 1) end

function game.moves()
  local moves = {}
  for number, hand in ipairs({ "left", "right" }) do
    moves[number] = choose(phrase(hand), hand)
    moves[number].hand = hand
  end
  return moves
end

function game.result(state)
  if state.page == 0 then return win(1) end
  if state.you == 0 then return win(2) end
end

function game.play(state, move)
  local is_won = guess(state) ~= move.hand
  local result, habit = is_won and "w" or "l", move.hand == state.hand and "s" or "d"
  local memory = memory_of(state.rounds)
  if memory then state.memory = state.memory:sub(1, memory - 1) .. habit .. state.memory:sub(memory + 1) end
  state.rounds = state.hand and last_of(state.rounds) .. result .. habit or result
  state.hand = move.hand
  if is_won then state.page = state.page - 1 else state.you = state.you - 1 end
  -- At the end, only coins count.
  if game.result(state) then state.rounds, state.memory = "", NOTHING end
  return state
end

function game.board(state)
  return heaps {
    { left = state.you, of = state.of, name = phrase("you") },
    { left = state.page, of = state.of, name = phrase("page") },
  }
end

function game.say(_, move)
  local words = { hand = phrase(move.hand) }
  return { now = phrase("hide", words), done = phrase("hid", words) }
end

-- Returns whether the player won the last round, and the page's guess in it.
local function last_round(state)
  local is_won = state.page == 0
  if not game.result(state) then is_won = last_of(state.rounds) == "w" end
  return is_won, phrase(is_won and other(state.hand) or state.hand)
end

function game.tally(state)
  if not state.hand then return phrase("ready") end
  local is_won, said = last_round(state)
  return phrase(is_won and "missed" or "found", { hand = said })
end

-- Returns why the page has guessed so.
function game.reasoning(state)
  if not state.hand then return phrase("first") end
  return phrase(({ s = "stayed", d = "changed", x = "lot" })[habit_of(state)])
end

function game.ending(state)
  if state.page == 0 then return phrase("you-keep", { coins = state.you }) end
  return phrase("page-keeps", { coins = state.page })
end

return game

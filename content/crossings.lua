-- River crossings: three puzzles about a small boat, and about passengers who cannot be left alone. The wolf, the goat
-- and the cabbage, and the brothers and sisters, are from the Propositiones ad Acuendos Juvenes, ascribed to Alcuin,
-- about 800. The beekeepers and the bears are the missionaries and the cannibals of the 19th century.

-- The travellers, in groups, and the loads that fit into the boat: the number of each group. You row the wolf across
-- yourself; other groups row themselves.
local two_seats = {
  both = { 1, 1 }, ["two-big"] = { 2, 0 }, ["two-small"] = { 0, 2 }, big = { 1, 0 }, small = { 0, 1 },
}
-- `signs` are the travellers of each group in the picture. Your boat carries you; the other boats lie empty.
local stories = {
  wolf = {
    verb = "take", all = { 1, 1, 1 }, signs = { "W", "G", "C", boat = "U" },
    loads = { wolf = { 1, 0, 0 }, goat = { 0, 1, 0 }, cabbage = { 0, 0, 1 }, yourself = { 0, 0, 0 } },
  },
  bears = { verb = "let", all = { 3, 3 }, loads = two_seats, signs = { "H", "B", boat = "V" } },
  children = {
    verb = "let", all = { 3, 3 }, loads = two_seats, signs = { "H", "B", boat = "V", kids = "K" },
    names = { { "Anna", "Ben", "Clara" }, { "Anton", "Bella", "Carl" } },
  },
}
local across = { near = "far", far = "near" }

local game = {
  goal = "Bring everybody across the river, and nobody to grief.",
  summary = "Three puzzles about a small boat and company that cannot be left alone.",
  options = { { name = "story", about = "who travels: wolf, bears or children", default = "wolf" } },
}

function game.start(options)
  local story = stories[options.story] or error("the stories are wolf, bears and children")
  return { story = options.story, boat = "near", near = story.all }
end

-- Returns the number of travellers of each group on a bank.
local function on_bank(state, side)
  local here = {}
  for group, all in ipairs(stories[state.story].all) do
    here[group] = side == "near" and state.near[group] or all - state.near[group]
  end
  return here
end

local function is_trouble(state, side)
  local here = on_bank(state, side)
  -- The goat is on a bank without you, together with something else.
  if state.story == "wolf" then return side ~= state.boat and here[2] == 1 and here[1] + here[3] > 0 end
  -- There are more bears than beekeepers. If there are more small ones than big ones, one of them is without its own
  -- sibling.
  return here[1] > 0 and here[2] > here[1]
end

local function is_lost(state)
  return is_trouble(state, "near") or is_trouble(state, "far")
end

local function is_empty(bank)
  for _, count in ipairs(bank) do
    if count > 0 then return false end
  end
  return true
end

function game.result(state)
  if is_lost(state) then return stuck end
  if is_empty(state.near) then return solved end
end

-- Returns a list such as "Anna, Ben and Clara", of up to three names.
local function list(names)
  if #names < 2 then return names[1] or "" end
  return phrase("list-" .. #names, { a = names[1], b = names[2], c = names[3] or "" })
end

-- Returns the names of a group on a bank. Members of a group are alike, so the last ones cross first and return last.
local function names_on(state, side, group)
  local names, near = stories[state.story].names[group], state.near[group]
  if side == "near" then return { table.unpack(names, 1, near) } end
  return { table.unpack(names, near + 1) }
end

-- Returns who crosses with a load, in words.
local function crew(state, load)
  local story, found = stories[state.story], {}
  if not story.names then return phrase(state.story .. "-" .. load) end
  for group, count in ipairs(story.loads[load]) do
    local ready = names_on(state, state.boat, group)
    local before = state.boat == "near" and #ready - count or 0
    for index = before + 1, before + count do found[#found + 1] = ready[index] end
  end
  return list(found)
end

-- Returns the words for a crossing: "take the goat across".
local function crossing(state, load, done)
  return phrase(stories[state.story].verb .. "-" .. across[state.boat] .. done, { crew = crew(state, load) })
end

function game.moves(state)
  local moves, here = {}, on_bank(state, state.boat)
  for name, load in pairs(stories[state.story].loads) do
    local are_there = true
    for group, count in ipairs(load) do are_there = are_there and count <= here[group] end
    if are_there then
      moves[#moves + 1] = choose(crossing(state, name, ""), name)
    end
  end
  return moves
end

function game.play(state, move)
  for group, count in ipairs(stories[state.story].loads[move.name]) do
    state.near[group] = state.near[group] + (state.boat == "near" and -count or count)
  end
  state.boat = across[state.boat]
  return state
end

function game.say(state, move)
  return { done = crossing(state, move.name, "-done") }
end

-- Returns who is on a bank, and what they do there.
local function told(state, side)
  local name, words = state.story .. "-" .. table.concat(on_bank(state, side)), {}
  if state.story == "wolf" then return phrase(side == state.boat and name .. "-with-you" or name) end
  if is_trouble(state, side) then name = state.story .. "-trouble" end
  if stories[state.story].names then
    words.big, words.small = list(names_on(state, side, 1)), list(names_on(state, side, 2))
  end
  return phrase(name, words)
end

-- Returns the name of the current part of the story.
local function part(state)
  if is_lost(state) then return "lost" end
  if is_empty(state.near) then return "solved" end
  return is_empty(on_bank(state, "far")) and "begins" or state.boat
end

-- Returns the signs of the picture: who is on the near bank (1) and on the far bank (2), and where the boat is.
local function picture(state)
  local signs, found = stories[state.story].signs, {}
  for number, side in ipairs({ "near", "far" }) do
    local here = on_bank(state, side)
    -- The picture does not show what was eaten.
    if state.story == "wolf" and is_trouble(state, side) then here[here[1] == 1 and 2 or 3] = 0 end
    for group, count in ipairs(here) do
      if count > 0 then found[#found + 1] = signs[group]:rep(count) .. number end
    end
    if state.boat == side then found[#found + 1] = signs.boat .. number end
  end
  found[#found + 1] = signs.kids
  return table.concat(found)
end

function game.board(state)
  return text(phrase("scene", {
    now = phrase(state.story .. "-" .. part(state)), near = told(state, "near"), far = told(state, "far"),
  }), picture(state))
end

function game.tally(state)
  return phrase(state.story .. "-rule")
end

function game.ending(state)
  return phrase(state.story .. "-" .. part(state) .. "-end")
end

function game.slug(state)
  return state.story .. "-" .. table.concat(state.near) .. "-" .. state.boat
end

game.phrases = {
  scene = "{ $now }\nOn the near bank: { $near }.\nOn the far bank: { $far }.",
  ["list-2"] = "{ $a } and { $b }",
  ["list-3"] = "{ $a }, { $b } and { $c }",
  ["take-far"] = "take { $crew } across",
  ["take-near"] = "bring { $crew } back",
  ["take-far-done"] = "took { $crew } across",
  ["take-near-done"] = "brought { $crew } back",
  ["let-far"] = "let { $crew } row across",
  ["let-near"] = "let { $crew } row back",
  ["let-far-done"] = "let { $crew } row across",
  ["let-near-done"] = "let { $crew } row back",

  ["wolf-begins"] = "You come from the market with a wolf, a goat and a cabbage. The boat takes you and one of them.",
  ["wolf-rule"] = "Without you, the wolf eats the goat, and the goat eats the cabbage",
  ["wolf-near"] = "The boat rocks in the reeds on the near side, where you came from.",
  ["wolf-far"] = "The boat lies on the far side. From here you can smell your own kitchen.",
  ["wolf-solved"] = "Home! The wolf yawns, the goat bleats, and the cabbage is as fresh as it was this morning.",
  ["wolf-lost"] = "Behind your back, across the water, there is a sound of chewing.",
  ["wolf-solved-end"] = "all are across, and nobody was eaten",
  ["wolf-lost-end"] = "somebody has had lunch",
  ["wolf-wolf"] = "the wolf",
  ["wolf-goat"] = "the goat",
  ["wolf-cabbage"] = "the cabbage",
  ["wolf-yourself"] = "only yourself",
  ["wolf-000"] = "nobody but a heron",
  ["wolf-100"] = "the wolf, practising an innocent look",
  ["wolf-010"] = "the goat, who makes do with thistles",
  ["wolf-001"] = "the cabbage, which does not mind",
  ["wolf-101"] = "the wolf and the cabbage, who have nothing to say to each other",
  ["wolf-110"] = "the wolf, licking its lips, and no goat any more",
  ["wolf-011"] = "the goat, looking pleased, and one green leaf",
  ["wolf-111"] = "the wolf, who has eaten the goat, and the cabbage, which saw it all",
  ["wolf-000-with-you"] = "you, with only the oars for company",
  ["wolf-100-with-you"] = "you and the wolf, who walks to heel like a lamb",
  ["wolf-010-with-you"] = "you and the goat, who nibbles your sleeve",
  ["wolf-001-with-you"] = "you, with the cabbage under your arm",
  ["wolf-101-with-you"] = "you, the wolf and the cabbage, a quiet party",
  ["wolf-110-with-you"] = "you, and on either side of you the wolf and the goat",
  ["wolf-011-with-you"] = "you and the goat, and the cabbage, which you hold up high",
  ["wolf-111-with-you"] = "you, the wolf, the goat and the cabbage, and everybody behaves",

  ["bears-begins"] = "Three beekeepers bring their honey to the market, and three bears come along to help. " ..
    "The boat takes two, and everybody can row.",
  ["bears-rule"] = "Wherever there are beekeepers, but more bears, the bears eat the honey",
  ["bears-near"] = "The boat lies at the near bank, with paw prints on the seat.",
  ["bears-far"] = "The boat lies at the far bank, a little sticky by now.",
  ["bears-solved"] = "All six are across, and the jars are full. There is one for each bear, for good behaviour.",
  ["bears-lost"] = "Somewhere a lid pops.",
  ["bears-solved-end"] = "everybody is across, and so is the honey",
  ["bears-lost-end"] = "the honey is gone",
  ["bears-both"] = "a beekeeper and a bear",
  ["bears-two-big"] = "two beekeepers",
  ["bears-two-small"] = "two bears",
  ["bears-big"] = "a beekeeper",
  ["bears-small"] = "a bear",
  ["bears-00"] = "nobody but a few bees",
  ["bears-01"] = "a bear, humming",
  ["bears-02"] = "two bears, looking for blackberries",
  ["bears-03"] = "three bears, playing leapfrog",
  ["bears-10"] = "a beekeeper, whistling",
  ["bears-11"] = "a beekeeper and a bear, talking about the weather",
  ["bears-20"] = "two beekeepers, with their hats off",
  ["bears-21"] = "two beekeepers and a bear, who asks what is in the jars",
  ["bears-22"] = "two beekeepers and two bears, watching each other in turn",
  ["bears-30"] = "three beekeepers, who have the honey to themselves",
  ["bears-31"] = "three beekeepers and a bear, who is as good as gold",
  ["bears-32"] = "three beekeepers and two bears, who are counting",
  ["bears-33"] = "three beekeepers and three bears, one to one",
  ["bears-trouble"] = "more bears than beekeepers, and very soon more bears than jars",

  ["children-begins"] = "Anna, Ben and Clara are out with their small brothers and sisters: " ..
    "Anna with Anton, Ben with Bella, Clara with Carl. The boat takes two, and everybody can row.",
  ["children-rule"] = "A small one cries where there are big ones, but not its own",
  ["children-near"] = "The boat is on the near bank, and there is sand in it.",
  ["children-far"] = "The boat is on the far bank, where the cake is.",
  ["children-solved"] = "All six are across, wet to the knees, and nobody has cried. Now there is cake.",
  ["children-lost"] = "A wail goes over the water.",
  ["children-solved-end"] = "all are across, and nobody has cried",
  ["children-lost-end"] = "there are tears",
  ["children-00"] = "nobody but a duck",
  ["children-01"] = "{ $small }, building a dam and not missing anybody",
  ["children-02"] = "{ $small }, up to their knees in the water",
  ["children-03"] = "{ $small }, playing pirates, with no big ones to be shy of",
  ["children-10"] = "{ $big }, calling that it is all right",
  ["children-11"] = "{ $big } with { $small }, hand in hand",
  ["children-20"] = "{ $big }, calling that it is all right",
  ["children-21"] = "{ $big } with { $small }, who has two to hold on to",
  ["children-22"] = "{ $big }, with { $small } on their backs",
  ["children-30"] = "{ $big }, who sit down at last",
  ["children-31"] = "{ $big }, and { $small }, who is let win at everything",
  ["children-32"] = "{ $big }, telling { $small } a story",
  ["children-33"] = "{ $big }, each with a small hand in theirs: { $small }",
  ["children-trouble"] = "{ $big } with { $small }, and somebody small is in tears",
}

return game

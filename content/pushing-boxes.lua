-- Pushing boxes, after Hiroyuki Imabayashi (1981): in a warehouse, a keeper pushes each box onto a marked place. The
-- keeper pushes one box at a time, and cannot pull.
--
-- A store is a list of strings, one per row, in the usual characters for such puzzles. The edge of the board is a wall,
-- and rows that are shorter than others end in floor. In addresses, each character has a letter. `mark` is how pages
-- show what is there.
local SIGNS = {
  ["#"] = { letter = "w", wall = true },
  ["-"] = { letter = "o" },
  ["."] = { letter = "g", goal = true },
  ["$"] = { letter = "b", box = true, mark = "■" },
  ["*"] = { letter = "d", box = true, goal = true, mark = "✓" },
  ["@"] = { letter = "k", keeper = true, mark = "☺" },
  ["+"] = { letter = "h", keeper = true, goal = true, mark = "☻" },
}
for _, meaning in pairs(SIGNS) do SIGNS[meaning.letter] = meaning end
SIGNS[" "], SIGNS["_"] = SIGNS["-"], SIGNS["-"]

local game = {
  goal = "You are ☺. Push every box ■ onto a dot. Touch a square beside you to go there, and a box to push it.",
  summary = "Push every box onto its place, and mind the corners: no box is ever pulled.",
  options = {
    { name = "store", about = "the rows of the store", default = { "@--", "-$-", "--." }, most = 26 },
  },
  phrases = {
    step = "step { $way }", stepped = "stepped { $way }",
    push = "push { $way }", pushed = "pushed a box { $way }",
    left = "to the left", right = "to the right", up = "up", down = "down",
    placed = "{ $count } of { $all } in place",
    tidy = "every box is in its place", corner = "a box stands in a corner for good", blocked = "nothing can move",
  },
  -- The keeper is red, and boxes are blue.
  pieces = { ["■"] = 2, ["✓"] = 2 },
}

local function board_of(state)
  return squares(state.columns, state.rows)
end

-- Returns the state that the rows of a store show. Reports every mistake in a store.
local function read(rows)
  local widest = 0
  for _, row in ipairs(rows) do widest = math.max(widest, #row) end
  local state = { columns = widest, rows = #rows, walls = {}, goals = {}, boxes = {} }
  local places, keepers, boxes, goals = board_of(state).places, 0, 0, 0
  for number, row in ipairs(rows) do
    row = row .. ("-"):rep(widest - #row)
    for column = 1, widest do
      local sign, place = row:sub(column, column), places[(number - 1) * state.columns + column]
      local has = SIGNS[sign] or error("row " .. number .. " of the store has the unknown sign `" .. sign .. "`")
      state.walls[place], state.goals[place], state.boxes[place] = has.wall, has.goal, has.box
      if has.keeper then state.keeper, keepers = place, keepers + 1 end
      if has.box then boxes = boxes + 1 end
      if has.goal then goals = goals + 1 end
    end
  end
  if keepers ~= 1 then error("a store has one keeper, and this has " .. keepers) end
  if boxes == 0 or boxes ~= goals then
    error("a store has a goal for each box, and this has " .. goals .. " for " .. boxes)
  end
  return state
end

function game.start(options)
  return read(options.store)
end

local function is_wall(state, place)
  return not place or state.walls[place] == true
end

-- A move leads to a square next to the keeper. A box there is pushed to the next square, which must be free.
function game.moves(state)
  local board, moves = board_of(state), {}
  for _, way in ipairs({ "up", "left", "right", "down" }) do
    local to = board:next(state.keeper, way)
    if not is_wall(state, to) then
      local move = tap(to)
      move.way = way
      if state.boxes[to] then move.beyond = board:next(to, way) end
      local is_blocked = state.boxes[to] and (is_wall(state, move.beyond) or state.boxes[move.beyond])
      if not is_blocked then moves[#moves + 1] = move end
    end
  end
  return moves
end

function game.play(state, move)
  if move.beyond then state.boxes[move.at], state.boxes[move.beyond] = nil, true end
  state.keeper = move.at
  return state
end

-- Returns the number of boxes on goals, the number of other boxes, and whether one of these is stuck for ever, in a
-- corner between a wall at its side and a wall above or below it.
local function look(state)
  local board, placed, strays, is_lost = board_of(state), 0, 0, false
  for place in pairs(state.boxes) do
    local function is_closed(way) return is_wall(state, board:next(place, way)) end
    if state.goals[place] then
      placed = placed + 1
    else
      strays = strays + 1
      is_lost = is_lost or (is_closed("up") or is_closed("down")) and (is_closed("left") or is_closed("right"))
    end
  end
  return placed, strays, is_lost
end

function game.result(state)
  local _, strays, is_lost = look(state)
  if strays == 0 then return solved end
  if is_lost or #game.moves(state) == 0 then return stuck end
end

function game.ending(state)
  local _, strays, is_lost = look(state)
  return phrase(strays == 0 and "tidy" or is_lost and "corner" or "blocked")
end

function game.tally(state)
  local placed, strays = look(state)
  return phrase("placed", { count = placed, all = placed + strays })
end

function game.say(_, move)
  local way = { way = phrase(move.way) }
  if move.beyond then return { now = phrase("push", way), done = phrase("pushed", way) } end
  return { now = phrase("step", way), done = phrase("stepped", way) }
end

local function sign_at(state, place)
  local is_goal = state.goals[place]
  if state.walls[place] then return "#" end
  if state.boxes[place] then return is_goal and "*" or "$" end
  if state.keeper == place then return is_goal and "+" or "@" end
  return is_goal and "." or "-"
end

function game.board(state)
  local board, marks, walls, holes = board_of(state), {}, {}, {}
  for _, place in ipairs(board.places) do
    local sign = sign_at(state, place)
    if sign == "#" then walls[#walls + 1] = place
    elseif sign == "." then holes[#holes + 1] = place
    else marks[place] = SIGNS[sign].mark end
  end
  return grid { on = board, marks = marks, walls = walls, holes = holes }
end

-- The rows in letters, with hyphens between them.
function game.slug(state)
  local rows = {}
  for index, place in ipairs(board_of(state).places) do
    local row = (index - 1) // state.columns + 1
    rows[row] = (rows[row] or "") .. SIGNS[sign_at(state, place)].letter
  end
  return table.concat(rows, "-")
end

return game

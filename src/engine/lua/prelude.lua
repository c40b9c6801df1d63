-- The environment of games: the safe part of Lua's standard library, boards and their places, and functions for moves,
-- results and scenes. `fail(message, hint)` reports a mistake at the running line of the game's file. The numbers are
-- the limits of states and of their moves.
local fail, DEEPEST, LONGEST, MOST_MOVES = ...
local next, type, getmetatable, setmetatable, rawget = next, type, getmetatable, setmetatable, rawget
local rawequal, getupvalue = rawequal, debug.getupvalue
local whole_number = math.tointeger
local plain_sort, concat, find, bytes = table.sort, table.concat, string.find, string.pack

-- The bytes of values that states often contain: small numbers, flags, and known strings. Looking them up is faster
-- than checking the type.
local PACKED, texts_left = { [true] = "\1", [false] = "\0" }, 1000
for number = -16, 231 do PACKED[number] = string.char(number + 24) end

-- ------------------------------------------------------------------------------------------------- kinds of values

local KINDS
KINDS = {
  string = function(value) return type(value) == "string" end,
  ["whole number"] = function(value) return math.type(value) == "integer" end,
  table = function(value) return type(value) == "table" end,
  list = function(value) return type(value) == "table" and (#value > 0 or next(value) == nil) end,
  ["function"] = function(value) return type(value) == "function" end,
  ["string or a number"] = function(value) return type(value) == "string" or type(value) == "number" end,
  flag = function(value) return type(value) == "boolean" end,
  ["list or `true`"] = function(value) return type(value) == "boolean" or KINDS.list(value) end,
  board = function(value) return type(value) == "table" and rawget(value, "index") ~= nil end,
}

-- Describes a value for messages.
local function said(value)
  if value == nil then return "nothing" end
  if type(value) == "string" then return "the string `" .. value:sub(1, 100) .. "`" end
  if type(value) == "table" then return "a table" .. (#value == 0 and next(value) ~= nil and " with named fields" or "") end
  return type(value) == "function" and "a function" or tostring(value)
end

-- Fails unless a value is of this kind.
local function must_be(what, kind, value, hint)
  if not KINDS[kind](value) then fail(what .. " must be a " .. kind .. ", not " .. said(value), hint) end
end

-- Returns a function that first checks the kinds of its arguments. `written` is an example of a call, for messages.
local function taking(written, body, first, second)
  local name, hint = "`" .. written:sub(1, find(written, "(", 1, true) - 1) .. "`", "write `" .. written .. "`"
  local is_first, is_second = KINDS[first], KINDS[second] or function() return true end
  local places = { "the first argument of ", "the second argument of " }
  if first == "board" then places = { "the value before ", places[1] } end
  return function(one, two, three)
    if not is_first(one) then must_be(places[1] .. name, first, one, hint) end
    if not is_second(two) then must_be(places[2] .. name, second, two, hint) end
    return body(one, two, three)
  end
end

-- ------------------------------------------------------------------------------------------------ lists and texts

-- The last list of keys of each length, because most tables of a game have the same keys.
local last_keys = {}

-- Returns the keys of a table: numbers, then strings, each ascending. If a key is neither, returns nil and its kind.
local function keys(of)
  local count = 0
  for _ in next, of do count = count + 1 end
  local last, same = last_keys[count], 0
  if last then
    while same < count and rawget(of, last[same + 1]) ~= nil do same = same + 1 end
    if same == count then return last end
  end
  local numbers, texts = {}, {}
  for key in next, of do
    local kind = type(key)
    if kind == "number" then numbers[#numbers + 1] = key
    elseif kind == "string" then texts[#texts + 1] = key
    else return nil, kind end
  end
  plain_sort(numbers)
  plain_sort(texts)
  for index = 1, #texts do numbers[#numbers + 1] = texts[index] end
  last_keys[count] = numbers
  return numbers
end

local function pairs(of)
  local ordered, odd = keys(of)
  if not ordered then
    fail("`pairs` visits keys in order, but a " .. odd .. " has no order", "use strings and numbers as keys")
  end
  local index = 0
  return function()
    index = index + 1
    local key = ordered[index]
    if key ~= nil then return key, of[key] end
  end
end

-- Sorts a list in place; equal items keep their order.
local function sort(list, is_less)
  if is_less ~= nil then
    local hint = "write `table.sort(list, function(a, b) … end)`"
    must_be("the second argument of `table.sort`", "function", is_less, hint)
  end
  is_less = is_less or function(a, b) return a < b end
  local from, to, width = list, {}, 1
  local count = #list
  while width < count do
    for low = 1, count, 2 * width do
      local middle, high = math.min(low + width, count + 1), math.min(low + 2 * width, count + 1)
      local left, right = low, middle
      for place = low, high - 1 do
        if left < middle and (right >= high or not is_less(from[right], from[left])) then
          to[place], left = from[left], left + 1
        else
          to[place], right = from[right], right + 1
        end
      end
    end
    from, to, width = to, from, 2 * width
  end
  if from ~= list then
    for place = 1, count do list[place] = from[place] end
  end
end

local function copy(value)
  if type(value) ~= "table" then return value end
  local new = {}
  for key, part in next, value do
    if not PACKED[part] and type(part) == "table" then part = copy(part) end
    new[key] = part
  end
  return new
end

local function split(text, separator)
  if separator == "" then
    fail("the separator of `split` is empty", "use `text:sub(i, i)` for one byte of a string")
  end
  local parts, from = {}, 1
  while true do
    local first, last = find(text, separator, from, true)
    if not first then break end
    parts[#parts + 1] = text:sub(from, first - 1)
    from = last + 1
  end
  parts[#parts + 1] = text:sub(from)
  return parts
end

local plain_text = tostring
local function text_of(value)
  local kind = type(value)
  if kind == "table" or kind == "function" then
    fail("a " .. kind .. " cannot be converted to a string", "build a string from its parts")
  end
  return plain_text(value)
end

-- Patterns can run for ever, formats print memory addresses, and games do not need the other functions.
for _, name in ipairs({ "dump", "find", "format", "gmatch", "gsub", "match", "pack", "packsize", "unpack" }) do
  string[name] = nil
end

local plain_error = error
local function stop(message, level)
  if type(message) ~= "string" and type(message) ~= "number" then
    fail("`error` needs a string, not " .. (message == nil and "nothing" or "a " .. type(message)),
      "describe the mistake: `error(\"row 2 is too short\")`")
  end
  plain_error(message, level == 0 and 0 or (level or 1) + 1)
end

local function assert(value, message, ...)
  if not value then stop(message == nil and "assertion failed" or message, 2) end
  return value, message, ...
end

-- Games call these two most often, so they check their arguments themselves.
local function each(list)
  if type(list) ~= "table" then must_be("the first argument of `ipairs`", "table", list, "write `ipairs(list)`") end
  return ipairs(list)
end

local function contains(list, item)
  if type(list) ~= "table" or list[1] == nil then
    must_be("the first argument of `contains`", "list", list, "write `contains(list, item)`")
  end
  for index = 1, #list do
    if list[index] == item then return true end
  end
  return false
end

-- ----------------------------------------------------------------------------------------------------------- boards

local Board = {}
Board.__index = function(board, name)
  return Board[name] or fail("a board has no field `" .. text_of(name) .. "`", "use `places`, `columns` or `rows`, or " ..
    "the functions `next`, `ray`, `neighbours`, `lines`, `edge`, `fill` or `symmetries`")
end

-- The steps of each direction on the grid of a board: columns to the right, rows down.
local ORTHOGONAL = { up = { 0, -1 }, down = { 0, 1 }, left = { -1, 0 }, right = { 1, 0 } }
local DIAGONAL = { ["up-left"] = { -1, -1 }, ["up-right"] = { 1, -1 }, ["down-left"] = { -1, 1 }, ["down-right"] = { 1, 1 } }
-- Neighbours in a row of triangles and hexagons are two columns of the grid apart.
local SIX = {
  left = { -2, 0 }, right = { 2, 0 }, ["up-left"] = { -1, -1 }, ["up-right"] = { 1, -1 },
  ["down-left"] = { -1, 1 }, ["down-right"] = { 1, 1 },
}
local NEAR = { "up-left", "up", "up-right", "left", "right", "down-left", "down", "down-right" }

-- Creates a board from its grid: `at[row][column]` is the name of a place, or nil.
local function new_board(columns, rows, at, edges, steps)
  local board = { columns = columns, rows = rows, edges = edges, places = {}, index = {}, steps = steps, at = at }
  -- Caches, filled when a game first needs them.
  board.links, board.joined, board.near, board.images = false, {}, { [false] = {}, [true] = {} }, false
  for row = 1, rows do
    for column = 1, columns do
      local name = at[row][column]
      if name then
        board.places[#board.places + 1] = name
        board.index[name] = (row - 1) * columns + column
      end
    end
  end
  return setmetatable(board, Board)
end

local function size(name, value, least, most)
  if math.type(value) ~= "integer" or value < least or value > most then
    fail("`" .. name .. "` needs whole numbers from " .. least .. " to " .. most .. ", not " ..
      (type(value) == "table" and "a table" or plain_text(value)), "pass the size of the board")
  end
end

-- Joins the places of a board by lines such as "a-b-c".
local function join(board, lines)
  board.links = {}
  local bytes_left = 2000
  for _, place in ipairs(board.places) do board.links[place] = {} end
  for _, line in ipairs(lines) do
    must_be("a line between places", "string", line, "write a line as `\"a1-b1\"`, with the names of its places")
    bytes_left = bytes_left - #line
    if bytes_left < 0 then fail("the lines of a board have more than 2,000 bytes", "join fewer places, or write longer lines") end
    local ends, joined = split(line, "-"), {}
    for index, place in ipairs(ends) do
      joined[index] = board.index[board:must(place)]
      if index > 1 then
        local before = ends[index - 1]
        table.insert(board.links[place], before)
        table.insert(board.links[before], place)
      end
    end
    board.joined[#board.joined + 1] = joined
  end
  for _, place in ipairs(board.places) do sort(board.links[place], function(a, b) return board.index[a] < board.index[b] end) end
  return board
end

-- The boards of squares created so far, because games request the same ones again.
local known_squares = {}
-- Records a board that is created after the game was read.
local watch = function() end

-- Creates a board of squares. With lines, only the squares on these lines are places.
local function squares(columns, rows, lines)
  rows = rows or columns
  size("squares", columns, 1, 26)
  size("squares", rows, 1, 26)
  local known = not lines and known_squares[columns * 26 + rows]
  if known then return known end
  local at, steps = {}, {}
  for row = 1, rows do
    at[row] = {}
    for column = 1, columns do at[row][column] = string.char(96 + column) .. (rows + 1 - row) end
  end
  if lines then
    must_be("the third argument of `squares`", "list", lines, "write the lines between squares as `{ \"a1-b1-c1\" }`")
    local is_place = {}
    for _, joined in ipairs(join(new_board(columns, rows, at, "chess", {}), lines).joined) do
      for _, index in ipairs(joined) do is_place[index] = true end
    end
    for row = 1, rows do
      for column = 1, columns do at[row][column] = is_place[(row - 1) * columns + column] and at[row][column] end
    end
    return join(new_board(columns, rows, at, "chess", {}), lines)
  end
  for name, step in next, ORTHOGONAL do steps[name] = step end
  for name, step in next, DIAGONAL do steps[name] = step end
  known = new_board(columns, rows, at, "chess", steps)
  known_squares[columns * 26 + rows] = known
  watch(known, "squares")
  return known
end

-- Creates a board of rows whose middles are above each other.
local function staggered(lengths)
  local rows, widest = #lengths, math.max(table.unpack(lengths))
  local columns, at = 2 * widest - 1, {}
  for row = 1, rows do
    at[row] = {}
    for place = 1, lengths[row] do
      at[row][widest - lengths[row] + 2 * place - 1] = string.char(96 + row) .. place
    end
  end
  return new_board(columns, rows, at, "rows", SIX)
end

local function triangle(side)
  size("triangle", side, 1, 13)
  local lengths = {}
  for row = 1, side do lengths[row] = row end
  return staggered(lengths)
end

local function hexagon(side)
  size("hexagon", side, 1, 7)
  local lengths = {}
  for row = 1, 2 * side - 1 do lengths[row] = 2 * side - 1 - math.abs(side - row) end
  return staggered(lengths)
end

-- Creates a board of points from a drawing with their names, and a list of lines between them, such as "a-b".
local function points(drawing, lines)
  local at, columns, rows = {}, 1, 0
  for _, line in ipairs(split(drawing, "\n")) do
    local row, column = {}, 0
    for place = 1, #line do
      local letter = line:sub(place, place)
      if letter:byte() > 126 then
        fail("a place of `points` is not a letter from `a` to `Z` or a digit", "draw each place as a letter or a digit")
      end
      if letter ~= " " then
        column = place
        row[column] = letter
      end
    end
    if rows > 0 or column > 0 then
      rows = rows + 1
      at[rows] = row
      columns = math.max(columns, column)
    end
  end
  while rows > 0 and next(at[rows]) == nil do rows = rows - 1 end
  -- Empty columns are removed.
  local used = {}
  for column = 1, columns do
    for row = 1, rows do
      if at[row][column] then used[#used + 1] = column break end
    end
  end
  local narrow = {}
  for row = 1, rows do
    narrow[row] = {}
    for column = 1, #used do narrow[row][column] = at[row][used[column]] end
  end
  return join(new_board(#used, rows, narrow, "bare", {}), lines)
end

-- Fails unless this is a place of the board.
function Board:must(place)
  if type(place) ~= "string" or not self.index[place] then
    local shown = type(place) == "string" and "`" .. place .. "`" or "a " .. type(place)
    fail("the board has no place " .. shown, "use a place of the board, such as `" .. self.places[1] .. "` or `" .. self.places[#self.places] .. "`")
  end
  return place
end

-- Returns the next place in a direction, or nil at the edge.
function Board:next(place, direction)
  local step = self.steps[direction]
  if not step then
    local known = {}
    for _, name in ipairs(NEAR) do
      if self.steps[name] then known[#known + 1] = "`" .. name .. "`" end
    end
    fail("the board has no direction " .. (type(direction) == "string" and "`" .. direction .. "`" or "like this"),
      #known > 0 and "available: " .. concat(known, ", ") or "use `neighbours` on a board of points")
  end
  local index = self.index[place] or self:must(place)
  local row, column = (index - 1) // self.columns + 1 + step[2], (index - 1) % self.columns + 1 + step[1]
  return self.at[row] and self.at[row][column]
end

-- Returns the places from a place, excluding it, to the edge.
function Board:ray(place, direction)
  local ray = {}
  local at = self:next(place, direction)
  while at do
    ray[#ray + 1] = at
    at = self:next(at, direction)
  end
  return ray
end

-- Returns the neighbours of a place: on squares four, or eight with `true`; on other boards those joined by a line.
function Board:neighbours(place, with_diagonals)
  self:must(place)
  local known = self.links or self.near[with_diagonals and true or false]
  if known[place] then return copy(known[place]) end
  local found = {}
  for _, direction in ipairs(NEAR) do
    local is_meant = self.edges ~= "chess" or with_diagonals or ORTHOGONAL[direction]
    local at = is_meant and self.steps[direction] and self:next(place, direction)
    if at then found[#found + 1] = at end
  end
  known[place] = found
  return copy(found)
end

-- Returns all lines of `length` places in a row.
function Board:lines(length)
  local found = {}
  for _, place in ipairs(self.places) do
    for _, direction in ipairs({ "right", "down-left", "down", "down-right" }) do
      if self.steps[direction] then
        local line, at = {}, place
        while at and #line < length do
          line[#line + 1] = at
          at = self:next(at, direction)
        end
        if #line == length then found[#found + 1] = line end
      end
    end
  end
  return found
end

-- Returns the places that have no next place in a direction.
function Board:edge(direction)
  local found = {}
  for _, place in ipairs(self.places) do
    if not self:next(place, direction) then found[#found + 1] = place end
  end
  return found
end

-- Returns a table with a value for each place.
function Board:fill(value)
  local filled = {}
  for _, place in ipairs(self.places) do filled[place] = value end
  return filled
end

-- Returns the symmetries of the board: tables from each place to its image.
function Board:symmetries()
  if self.images then return copy(self.images) end
  local found, known = {}, {}
  local function add(image)
    local map, text = {}, {}
    for index, place in ipairs(self.places) do
      local at = image(place)
      if not at then return end
      map[place], text[index] = at, at
    end
    local written = concat(text, " ")
    if not known[written] then
      known[written] = true
      found[#found + 1] = map
    end
  end
  local function grid(change)
    add(function(place)
      local index = self.index[place] - 1
      local row, column = change(index // self.columns + 1, index % self.columns + 1)
      return self.at[row] and self.at[row][column]
    end)
  end
  if self.links then fail("a board of points has no symmetries", "list the pairs of places yourself") end
  local rows, columns = self.rows, self.columns
  if self.edges == "chess" then
    for turn = 1, rows == columns and 2 or 1 do
      for _, flip in ipairs({ { false, false }, { false, true }, { true, false }, { true, true } }) do
        grid(function(row, column)
          if flip[1] then row = rows + 1 - row end
          if flip[2] then column = columns + 1 - column end
          if turn == 2 then row, column = column, row end
          return row, column
        end)
      end
    end
    self.images = found
    return copy(found)
  end
  -- Coordinates to the right and diagonally down to the right make all six directions alike. They are relative to the
  -- middle of the board, times the number of places.
  local sum_x, sum_y, count = 0, 0, #self.places
  local spots = {}
  for _, place in ipairs(self.places) do
    local index = self.index[place] - 1
    local row, column = index // columns, index % columns
    spots[place] = { (column - row), row }
    sum_x, sum_y = sum_x + column - row, sum_y + row
  end
  local by_spot = {}
  for place, spot in next, spots do
    local right, down = (spot[1] * count - sum_x) // 2, spot[2] * count - sum_y
    spots[place] = { right, down }
    by_spot[right .. " " .. down] = place
  end
  for flip = 0, 1 do
    for turn = 0, 5 do
      add(function(place)
        local right, down = spots[place][1], spots[place][2]
        if flip == 1 then right, down = right + down, -down end
        for _ = 1, turn do right, down = -down, right + down end
        return by_spot[right .. " " .. down]
      end)
    end
  end
  self.images = found
  return copy(found)
end

-- Returns a table with each mark at the image of its place.
local function moved(marks, map)
  local new = {}
  for place, mark in next, marks do
    if map[place] == nil then
      fail("the second table of `moved` does not contain " .. said(place), "add an image of each place to the second table")
    end
    new[map[place]] = mark
  end
  return new
end

-- ------------------------------------------------------------------------------------------------- moves and results

-- The name of a move in addresses is its place, unless the game names it.
local function tap(place, piece)
  if type(place) ~= "string" and math.type(place) ~= "integer" then
    fail("`tap` needs a place, not " .. (place == nil and "nothing" or "a " .. type(place)), "pass the name of a place, such as `\"a1\"`")
  end
  if piece then must_be("the second argument of `tap`", "string or a number", piece, "write `tap(\"a1\", \"queen\")`") end
  return { kind = "tap", name = piece and place .. "-" .. piece or place, at = place, piece = piece }
end

-- A piece can go to a place, or to a word next to the board. In the latter case the move has no `to`.
local function drag(from, to)
  local is_word = type(to) == "table" and to.kind == "choose"
  local is_fit = type(from) == "string" and (type(to) == "string" or is_word)
  if not is_fit and not (math.type(from) == "integer" and math.type(to) == "integer") then
    fail("`drag` needs two places", "pass the place of a piece and its new place, such as `drag(\"a1\", \"a2\")`")
  end
  if is_word then return { kind = "drag", name = to.name and from .. "-" .. to.name, from = from, goes = to } end
  -- Pegs have letters.
  local goal = type(to) == "string" and to or string.char(96 + math.max(1, math.min(to, 26)))
  return { kind = "drag", name = from .. "-" .. goal, from = from, to = to }
end

local function choose(word, name)
  if type(word) ~= "string" and (type(word) ~= "table" or word.kind ~= "phrase") then
    fail("`choose` needs a word", "pass the word to touch, such as `choose(\"pass\")`")
  end
  return { kind = "choose", name = name or type(word) == "string" and word or nil, word = word }
end

-- Saves a touch: if only one piece can go to a place, or can do what a word says, touching the place or word is enough.
local function direct(moves)
  local coming = {}
  local function goal(move) return move.to or move.goes and "=" .. (move.goes.name or "") end
  for _, move in ipairs(moves) do
    if type(move) ~= "table" then
      must_be("each move of `direct`", "table", move, "write `direct { drag(\"a1\", \"a2\") }`")
    end
    local to = goal(move)
    if to then coming[to] = (coming[to] or 0) + 1 end
  end
  for _, move in ipairs(moves) do
    if move.kind == "drag" and coming[goal(move)] == 1 then
      if move.goes then move.kind, move.word = "choose", move.goes.word else move.kind, move.at = "tap", move.to end
    end
  end
  return moves
end

local function pass()
  return { kind = "pass", name = "pass" }
end

local function win(player)
  if player ~= 1 and player ~= 2 then fail("`win` needs a player", "write `win(1)` or `win(2)`") end
  return { kind = "result", winner = player }
end

local function phrase(name, arguments)
  if arguments ~= nil then
    local hint = "write a table, such as `phrase(\"jump\", { over = \"b2\" })`"
    must_be("the second argument of `phrase`", "table", arguments, hint)
  end
  if arguments and arguments.who ~= nil then
    fail("`who` is reserved: every phrase gets it as `you`, `computer` or `player`", "rename this argument")
  end
  return { kind = "phrase", name = name, arguments = arguments or {} }
end

-- ---------------------------------------------------------------------------------------------------------- scenes

-- The parts of a grid, their kinds, and examples.
local PARTS = {
  on = { "board", "board" }, marks = { "table", "state.at" }, owners = { "table", "{ a1 = 1 }" },
  lit = { "list", "{ \"a1\" }" }, walls = { "list", "{ \"a1\" }" }, holes = { "list or `true`", "{ \"a1\" }" },
  discs = { "flag", "true" }, chequered = { "flag", "true" }, pieces = { "list", "{ { \"a1\", \"a2\" } }" },
  gaps = { "list", "{ \"a1\" }" }, dots = { "list", "{ \"a1\" }" }, lines = { "list", "{ \"a1\" }" },
}

local function grid(scene)
  local hint = "write `grid { on = board, marks = … }`, with a board such as `squares(3, 3)`"
  must_be("`on` of `grid`", "board", scene.on, hint)
  local board = scene.on
  for name, value in next, scene do
    local part = PARTS[name] or fail("`" .. plain_text(name) .. "` is not a field of `grid`",
      "available: `on`, `marks`, `owners`, `pieces`, `lit`, `walls`, `holes`, `gaps`, `dots`, `lines`, `discs`, `chequered`")
    if not KINDS[part[1]](value) then
      must_be("`" .. name .. "` of `grid`", part[1], value, "write `" .. name .. " = " .. part[2] .. "`")
    end
  end
  if scene.chequered and scene.walls then
    fail("a chequered grid cannot have walls", "leave out `chequered`, or put marks on these places")
  end
  local cells, empty = {}, scene.holes == true and "o" or "."
  for index = 1, board.columns * board.rows do cells[index] = "_" end
  for _, place in ipairs(board.places) do cells[board.index[place]] = empty end
  if type(scene.holes) == "table" then
    for _, place in ipairs(scene.holes) do cells[board.index[board:must(place)]] = "o" end
  end
  local owners = scene.owners or {}
  for place, mark in next, scene.marks or {} do
    local index = board.index[place] or board:must(place)
    if mark == 1 or mark == 2 then
      cells[index] = mark
    elseif type(mark) == "string" and mark ~= "" then
      local owner = owners[place]
      if owner ~= nil and owner ~= 1 and owner ~= 2 then
        fail("the owner of a mark must be a player", "set each place in `owners` to 1 or 2")
      end
      cells[index] = (owner or "") .. "=" .. mark
    elseif mark ~= "" and mark ~= false and mark ~= 0 then
      fail("a mark must be a string or the number of a player, not " .. (type(mark) == "number" and mark or "a " .. type(mark)),
        "set each place to a string, or to 1 or 2 for its owner; omit places without a mark")
    end
  end
  for sign, part in next, { ["#"] = "walls", ["+"] = "dots", ["-"] = "lines", _ = "gaps" } do
    for _, place in ipairs(scene[part] or {}) do cells[board.index[board:must(place)]] = sign end
  end
  local function indices(places)
    local found = {}
    for _, place in ipairs(places) do found[#found + 1] = board.index[board:must(place)] end
    return found
  end
  local pieces = {}
  for _, piece in ipairs(scene.pieces or {}) do
    must_be("a piece of `pieces`", "list", piece, "write the places that it covers: `pieces = { { \"a1\", \"a2\" } }`")
    pieces[#pieces + 1] = indices(piece)
  end
  local has_discs = scene.discs == true or scene.walls ~= nil or scene.gaps ~= nil
    or scene.dots ~= nil or scene.pieces ~= nil or board.joined[1] ~= nil
  return {
    kind = "grid", columns = board.columns, edges = board.edges, cells = cells, lit = indices(scene.lit or {}), pieces = pieces,
    index = board.index, joined = board.joined,
    style = scene.chequered and "chequered" or has_discs and "discs" or "lines",
  }
end

local function heaps(rows)
  local cells = {}
  for index, row in ipairs(rows) do
    if type(row) ~= "table" or math.type(row.left) ~= "integer" or math.type(row.of) ~= "integer" then
      fail("a row of `heaps` needs `left` and `of`", "write `{ left = 2, of = 3 }`, with a `name` if you like")
    end
    cells[index] = { name = row.name, left = row.left, of = row.of }
  end
  return { kind = "heaps", rows = cells }
end

local function pegs(scene)
  local lists, discs = {}, 0
  for index, peg in ipairs(scene) do
    must_be("each peg of `pegs`", "list", peg, "write `pegs { { 3, 2, 1 }, {}, {} }`")
    lists[index] = peg
    discs = discs + #peg
  end
  return { kind = "pegs", discs = discs, pegs = lists }
end

local function text(words, signs)
  if type(words) ~= "string" and (type(words) ~= "table" or words.kind ~= "phrase") then
    fail("`text` needs a string", "write `text \"…\"`")
  end
  if signs ~= nil and (type(signs) ~= "string" or find(signs, "%W") or #signs > 50) then
    fail("the signs of a text must be at most 50 letters and digits", "write `text(\"…\", \"W1G2\")`")
  end
  return { kind = "text", words = words, signs = signs or "" }
end

-- ----------------------------------------------------------------------------------------------------------- states

-- The first bytes of strings, lists and tables by length, as `state.rs` reads them.
local function heads(tag)
  return setmetatable({}, { __index = function(known, length)
    local head, rest = tag, length
    while rest > 127 do head, rest = head .. string.char(128 + rest % 128), rest // 128 end
    known[length] = head .. string.char(rest)
    return known[length]
  end })
end
local KEY, TEXT, LIST, TABLE = heads(""), heads("\3"), heads("\4"), heads("\5")

local parts, size
local write

local function write_list(list, length, depth)
  local count = 0
  for _ in next, list do count = count + 1 end
  if count ~= length then return false end
  size = size + 1
  parts[size] = LIST[length]
  for index = 1, length do
    local value = list[index]
    local part = PACKED[value]
    if part then
      size = size + 1
      parts[size] = part
    elseif not write(value, depth) then
      return false
    end
  end
  return true
end

local function write_table(of, depth)
  -- A table with a metatable, such as a board, cannot be in a state.
  local ordered = not getmetatable(of) and keys(of)
  if not ordered then return false end
  size = size + 1
  parts[size] = TABLE[#ordered]
  for index = 1, #ordered do
    local key = ordered[index]
    if type(key) ~= "string" then return false end
    local value = of[key]
    local part = PACKED[value]
    size = size + 1
    parts[size] = KEY[#key] .. key
    if part then
      size = size + 1
      parts[size] = part
    elseif not write(value, depth) then
      return false
    end
  end
  return true
end

-- Appends the bytes of a value at a depth of nested tables to the parts. Returns whether the value can be in a state.
function write(value, depth)
  local kind = type(value)
  if kind == "table" then
    if depth > DEEPEST then return false end
    local length = #value
    if length > 0 then return write_list(value, length, depth + 1) end
    return write_table(value, depth + 1)
  end
  local part = PACKED[value]
  if not part then
    if kind == "string" then
      part = TEXT[#value] .. value
      if texts_left > 0 and #value < 40 then
        texts_left = texts_left - 1
        PACKED[value] = part
      end
    else
      local whole = kind == "number" and whole_number(value)
      if not whole then return false end
      part = bytes(">Bi8", 2, whole)
    end
  end
  size = size + 1
  parts[size] = part
  return true
end

-- Returns the bytes of a state, or nil if the value is not a state.
local function pack(state)
  parts, size = {}, 0
  if not write(state, 0) then return nil end
  local packed = concat(parts, "", 1, size)
  return #packed <= LONGEST and packed or nil
end

-- Explains why a value cannot be a state. Returns the place in it, such as `.cars.a1`, a description, and a hint.
local function unfit(value, depth)
  local kind = type(value)
  if kind == "string" or kind == "boolean" then return end
  if kind == "number" then
    if whole_number(value) then return end
    return "", "the number " .. value, "divide with `//`: numbers in a state must be whole"
  end
  if kind ~= "table" then
    return "", said(value), "use only numbers, strings, `true`, `false` and tables of these in a state"
  end
  if getmetatable(value) then return "", "a board", "keep the board outside the state; a state can contain names of places" end
  if depth > DEEPEST then
    return "", "a table that refers to itself or is nested too deeply", "use a small, flat state"
  end
  local length = #value
  for index = 1, length do
    if value[index] == nil then
      return "", "a list that lacks item " .. index, "write `false` for empty places, or use strings as keys"
    end
  end
  local ordered, odd = keys(value)
  odd = odd and "a table with a " .. odd .. " as a key"
  for _, key in ipairs(ordered or {}) do
    if type(key) == "string" then
      odd = odd or length > 0 and "a table that mixes a list and named fields"
    elseif not whole_number(key) or key < 1 or key > length then
      odd = odd or "a table with the number " .. key .. " as a key"
    end
  end
  if odd then
    return "", odd, "use a list that begins at 1, or strings as keys; `tostring(n)` converts a number"
  end
  for _, key in ipairs(ordered) do
    local path, what, hint = unfit(value[key], depth + 1)
    if what then return (length > 0 and "[" .. key .. "]" or "." .. key) .. path, what, hint end
  end
end

-- -------------------------------------------------------------------------------------------------------- the program

-- The functions that the program calls.
local program = {}

-- The last function of the game that was called. Mistakes without a line of the game are reported there.
local asked

function program.asked()
  return asked
end

program.pack = pack

function program.unfit(value)
  local path, what, hint = unfit(value, 0)
  if what then return path, what, hint end
  return "", "more than " .. LONGEST .. " bytes",
    "keep only what play depends on: no history, and no string that grows"
end

-- Returns the result or nil, the player to move, the moves, and their number if all of them are moves. If it gets the
-- packed state, it plays them, and these follow: the packed states after them, each preceded by its length, or nil and
-- the value that is not a state; and the slug of the state. The functions that read the state share one copy, and must
-- not change it. Each `play` gets its own; the last one gets the state itself.
function program.expand(game, state, original)
  local plays = original ~= nil
  local seen = plays and copy(state) or state
  local slug
  if plays and game.slug then
    asked = game.slug
    slug = asked(seen)
  end
  asked = game.result
  local result = asked and asked(seen)
  if result ~= nil then return result, nil, nil, nil, nil, nil, slug end
  local turn = 1
  if game.turn then
    asked = game.turn
    turn = asked(seen)
  elseif game.players then
    turn = type(seen) == "table" and seen.turn or nil
  end
  if turn ~= 1 and turn ~= 2 then return nil, turn end
  asked = game.moves
  local moves = asked(seen)
  if type(moves) ~= "table" then return nil, turn, moves end
  local count = #moves
  if count == 0 and next(moves) ~= nil then return nil, turn, moves end
  for index = 1, count do
    local mv = moves[index]
    if type(mv) ~= "table" or not rawget(mv, "kind") then return nil, turn, moves end
  end
  if not plays or count > MOST_MOVES then return nil, turn, moves, count end
  if pack(seen) ~= original then
    fail("`moves` or `result` changes the state, which only `play` may do", "put the results into a new table instead of changing the state")
  end
  local after, play = {}, game.play
  asked = play
  for index = 1, count do
    local new = play(index < count and copy(state) or state, moves[index])
    local packed = pack(new)
    if not packed then return nil, turn, moves, count, nil, new end
    after[index] = bytes("<s4", packed)
  end
  return nil, turn, moves, count, concat(after), nil, slug
end

-- Returns the board, the tally, the reasoning, the ending, and the game's description of each move.
function program.show(game, state, moves, is_over)
  local said = {}
  local function ask(name)
    asked = game[name]
    return asked and asked(state)
  end
  local board, tally = ask("board"), ask("tally")
  local reasoning, ending = not is_over and ask("reasoning"), is_over and ask("ending")
  asked = game.say
  if asked then
    for index = 1, #moves do said[index] = asked(state, moves[index]) or false end
  end
  return board, tally, reasoning, ending, said
end

function program.slug(game, state)
  asked = game.slug
  return asked(state)
end

-- Returns the states that are equal by symmetry, packed, each preceded by its length; or nil and the value that is not
-- a state.
function program.alike(game, state)
  asked = game.symmetries
  local list = asked(state)
  must_be("the result of `symmetries`", "list", list, "return a list of equivalent states")
  local packed = {}
  for index = 1, #list do
    local same = pack(list[index])
    if not same then return nil, list[index] end
    packed[index] = bytes("<s4", same)
  end
  return concat(packed)
end

-- Returns the choice of the policy with this number: a move, or a list of moves.
function program.choose(game, number, state, moves)
  asked = game.policies[number].choose
  return asked(state, moves)
end

function program.start(game, options)
  asked = game.start
  return asked(options)
end

function program.estimate(game, state)
  asked = game.estimate
  return asked(state)
end

local env = {
  assert = assert, error = stop, ipairs = each,
  pairs = taking("pairs(table)", pairs, "table"), select = select, tonumber = tonumber,
  tostring = text_of, type = type,
  math = {
    abs = math.abs, ceil = math.ceil, floor = math.floor, max = math.max, min = math.min,
    tointeger = math.tointeger, type = math.type, maxinteger = math.maxinteger, mininteger = math.mininteger,
  },
  string = copy(string),
  table = {
    concat = table.concat, insert = table.insert, remove = table.remove, unpack = table.unpack,
    sort = taking("table.sort(list)", sort, "table"),
  },
  copy = copy, contains = contains,
  split = taking("split(text, separator)", split, "string", "string"),
  squares = squares, triangle = triangle, hexagon = hexagon,
  points = taking("points(drawing, lines)", points, "string", "list"),
  moved = taking("moved(marks, map)", moved, "table", "table"),
  tap = tap, drag = drag, choose = choose, direct = taking("direct(moves)", direct, "list"), pass = pass,
  phrase = taking("phrase(name, { place = \"b2\" })", phrase, "string"),
  win = win, draw = { kind = "result", draw = true }, solved = { kind = "result", solved = true },
  stuck = { kind = "result", stuck = true },
  grid = taking("grid({ on = board, marks = state.at })", grid, "table"),
  heaps = taking("heaps({ { left = 2, of = 3 } })", heaps, "list"),
  pegs = taking("pegs({ { 3, 2, 1 }, {}, {} })", pegs, "list"), text = text,
}
for written, kind in next, {
  ["lines(length)"] = "whole number", ["ray(place, direction)"] = "string", ["edge(direction)"] = "string",
  ["neighbours(place)"] = "string", ["next(place, direction)"] = "string", ["fill(value)"] = "anything",
  ["symmetries()"] = "anything",
} do
  local name = written:sub(1, find(written, "(", 1, true) - 1)
  Board[name] = taking("board:" .. written, Board[name], "board", kind)
end

-- ---------------------------------------------------------------------------------------------- what does not change

-- Everything that the functions of a game can reach, apart from its states: for each function and table, a copy of its
-- upvalues or fields, their number, and its name in the file. Comparing with these copies shows whether the rules
-- remember anything.
local holders, copies, sizes, names = {}, {}, {}, {}

-- The number of recorded values, of values that could have been compared in the calls since the last comparison, and of
-- calls.
local noted, spared, calls = 0, 0, 0

-- The recorded values, and the functions above, which are not part of the game. It also represents nil among copies.
local known = {}

-- The caches of boards.
local FOUND_OUT = { near = true, images = true }

local function parts_of(holder)
  if type(holder) == "function" then
    return function(_, index)
      local name, value = getupvalue(holder, (index or 0) + 1)
      if name then return (index or 0) + 1, value == nil and known or value, name end
    end
  end
  if getmetatable(holder) ~= Board then return next, holder end
  return function(_, key)
    local value
    repeat key, value = next(holder, key) until not FOUND_OUT[key]
    return key, value
  end
end

-- Records a value that the file has under this name, and everything that it leads to.
local function note(value, name)
  local open = { value, name }
  while #open > 0 do
    name, value = table.remove(open), table.remove(open)
    local kind = type(value)
    if (kind == "table" or kind == "function") and not known[value] then
      known[value] = true
      local copied, size = {}, 0
      for key, inner, inner_name in parts_of(value) do
        copied[key], size = inner, size + 1
        open[#open + 1], open[#open + 2] = inner, inner_name or name
      end
      local place = #holders + 1
      holders[place], copies[place], sizes[place], names[place] = value, copied, size, name
      noted = noted + size + 1
    end
  end
end

-- Stops the game if a value has changed. Returns whether tables have new fields, which are then recorded, too.
local function compare()
  local is_filled = false
  local function changed(name)
    fail("`" .. name .. "` changed during this call, but rules must not remember anything",
      "move changing values into the state; other tables can only get new fields, whose values never change", name)
  end
  for place = 1, #holders do
    local copied, size, added, name = copies[place], 0, 0, names[place]
    for key, value, inner_name in parts_of(holders[place]) do
      local before = copied[key]
      size = size + 1
      if before == nil then
        copied[key], is_filled, noted, added = value, true, noted + 1, added + 1
        note(value, name)
      elseif not rawequal(before, value) and (before == before or value == value) then
        changed(inner_name or name)
      end
    end
    if size - added < sizes[place] then changed(name) end
    sizes[place] = size
  end
  return is_filled
end

-- Returns whether to compare after this call: after each of the first calls, and later often enough, but in far less
-- time than the calls take.
local function is_due()
  calls, spared = calls + 1, spared + 4
  if calls > 30 and spared < noted then return false end
  spared = 0
  return true
end

-- Returns whether two results are equal. Compares tables down to the depth `deepest`.
local function same(one, other, deepest)
  if type(one) ~= "table" or type(other) ~= "table" then return one == other end
  if deepest == 0 then return true end
  for key, value in next, one do
    if not same(value, rawget(other, key), deepest - 1) then return false end
  end
  for key in next, other do
    if rawget(one, key) == nil then return false end
  end
  return true
end

-- If a call added fields to tables, it must return the same results when repeated.
for name, ask in next, program do
  if name ~= "asked" and name ~= "pack" and name ~= "unfit" then
    program[name] = function(game, state, ...)
      if not is_due() then return ask(game, state, ...) end
      local kept = copy(state)
      local answers = table.pack(ask(game, state, ...))
      if compare() then
        local again = table.pack(ask(game, kept, ...))
        compare()
        if not same(answers, again, 20) then
          fail("the game returns different results for the same state", "move changing values into the state: rules must not remember anything")
        end
      end
      return table.unpack(answers, 1, answers.n)
    end
  end
end

-- Begins to watch a game that was read.
function program.watch(game)
  for _, library in next, { env, env.math, env.string, env.table, Board } do
    for _, value in next, library do
      if type(value) == "function" then known[value] = true end
    end
  end
  watch, known[env] = note, true
  for name, value in next, env do note(value, name) end
  note(game, "game")
  for _, board in next, known_squares do note(board, "squares") end
end

return env, program

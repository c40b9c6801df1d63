-- Traffic jam, after a puzzle by Nob Yoshigahara (1970s): drive your car out of a yard full of others.
--
-- A yard is a list of strings, one per row: "." is a free square, "#" a wall, and a letter part of a car. Your own car
-- is X, which faces along its row, and is out when it reaches the right edge. A yard of one string with 36 characters
-- is from the public sets: six rows of six, with "o" for free squares, "x" for walls, and A for your own car in the
-- third row.
local OWN, WALL = "X", "#"
local SIDEWAYS, UPRIGHT = { "left", "right" }, { "up", "down" }
local OPPOSITE = { left = "right", right = "left", up = "down", down = "up" }

local game = {
  goal = "Drive your car (X) out through the gap in the wall. Touch an end of a car to drive it a square that way.",
  summary = "Drive your car out of a full yard, in which no car can turn.",
  options = {
    { name = "yard", about = "the rows of the yard", default = { "..A#", "XXA.", "B..#", "B..#" } },
  },
  phrases = {
    left = "{ $car } left", right = "{ $car } right", up = "{ $car } up", down = "{ $car } down",
    drove = "drove { $move }",
    out = "your car is out",
  },
  pieces = {},
}

-- Your own car is red, and all others are blue.
for code = string.byte("A"), string.byte("Z") do game.pieces[string.char(code)] = 2 end
game.pieces[OWN] = 1

local function board_of(state)
  return squares(state.columns, state.rows)
end

-- Returns whether the squares of a car are in a row, not in a column.
local function is_sideways(board, car, places)
  for _, way in ipairs({ "right", "down" }) do
    local is_straight = #places == 2 or #places == 3
    for index = 2, #places do
      is_straight = is_straight and board:next(places[index - 1], way) == places[index]
    end
    if is_straight then return way == "right" end
  end
  error("the car `" .. car .. "` is not two or three squares in a line")
end

-- Returns the rows of a yard that is a single string.
local function rows_of(text)
  local rows = {}
  for row = 1, 6 do
    local signs = ""
    for column = 6 * row - 5, 6 * row do
      local sign = text:sub(column, column)
      signs = signs .. (sign == "o" and "." or sign == "x" and WALL or sign == OWN and "A" or sign == "A" and OWN or sign)
    end
    rows[row] = signs .. (row == 3 and "." or WALL)
  end
  return rows
end

-- Returns the state that the rows of a yard show: what is on each square. The letters of cars that drive left and right
-- become capitals, and those of cars that drive up and down become small. Reports every mistake in a yard.
local function read(rows)
  if #rows == 1 and #rows[1] == 36 then rows = rows_of(rows[1]) end
  local state = { columns = #rows[1], rows = #rows, at = {} }
  local board, cars = board_of(state), {}
  for number, row in ipairs(rows) do
    if #row ~= state.columns then error("row " .. number .. " of the yard is not as long as the first one") end
    for column = 1, #row do
      local sign, place = row:sub(column, column):upper(), board.places[(number - 1) * state.columns + column]
      if sign == WALL or sign == "1" then
        state.at[place] = WALL
      elseif sign >= "A" and sign <= "Z" then
        cars[sign] = cars[sign] or {}
        table.insert(cars[sign], place)
      elseif sign ~= "." and sign ~= "0" then
        error("row " .. number .. " of the yard has the unknown sign `" .. sign .. "`")
      end
    end
  end
  for car, places in pairs(cars) do
    local letter = is_sideways(board, car, places) and car or car:lower()
    for _, place in ipairs(places) do state.at[place] = letter end
  end
  local own = cars[OWN]
  if not own or state.at[own[1]] ~= OWN then error("the yard has no car `X` in one of its rows") end
  return state
end

function game.start(options)
  return read(options.yard)
end

local function ways_of(sign)
  if not sign or sign == WALL then return {} end
  return sign == sign:upper() and SIDEWAYS or UPRIGHT
end

-- Returns the other end of the car whose front is on this square and drives in this direction.
local function tail(board, at, front, way)
  local last = front
  for _, place in ipairs(board:ray(front, OPPOSITE[way])) do
    if at[place] ~= at[front] then break end
    last = place
  end
  return last
end

-- A square with a free square ahead is an end of its car: touching it drives the car there.
function game.moves(state)
  local board, moves = board_of(state), {}
  for _, place in ipairs(board.places) do
    for _, way in ipairs(ways_of(state.at[place])) do
      local ahead = board:next(place, way)
      if ahead and not state.at[ahead] then
        local move = tap(place)
        move.way, move.ahead, move.tail = way, ahead, tail(board, state.at, place, way)
        moves[#moves + 1] = move
      end
    end
  end
  return moves
end

function game.play(state, move)
  state.at[move.ahead], state.at[move.tail] = state.at[move.at], nil
  return state
end

function game.result(state)
  for _, place in ipairs(board_of(state):edge("right")) do
    if state.at[place] == OWN then return solved end
  end
end

function game.board(state)
  local board, marks, walls, cars, found = board_of(state), {}, {}, {}, {}
  for _, place in ipairs(board.places) do
    local sign = state.at[place]
    if sign == WALL then
      walls[#walls + 1] = place
    elseif sign then
      marks[place] = sign:upper()
      if not found[sign] then
        found[sign] = {}
        cars[#cars + 1] = found[sign]
      end
      table.insert(found[sign], place)
    end
  end
  return grid { on = board, marks = marks, pieces = cars, walls = walls }
end

function game.say(state, move)
  local name = phrase(move.way, { car = state.at[move.at]:upper() })
  return { name = name, done = phrase("drove", { move = name }) }
end

function game.ending()
  return phrase("out")
end

-- The rows in letters, with 0 for a free square, 1 for a wall, and hyphens between them.
function game.slug(state)
  local rows = {}
  for index, place in ipairs(board_of(state).places) do
    local row, sign = (index - 1) // state.columns + 1, state.at[place]
    rows[row] = (rows[row] or "") .. (not sign and "0" or sign == WALL and "1" or sign:lower())
  end
  return table.concat(rows, "-")
end

return game

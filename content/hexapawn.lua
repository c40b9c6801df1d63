-- Hexapawn, by Martin Gardner (1962): only pawns, on a board of three by three. Reach the far side, or leave the other
-- player no move.
local boards = { [3] = squares(3), [4] = squares(4) }
-- Red moves up and Blue down; pawns capture diagonally forward.
local ahead = { "up", "down" }
local takes = { { "up-left", "up-right" }, { "down-left", "down-right" } }
local colors = { "red", "blue" }

local game = {
  players = { "Red", "Blue" },
  goal = "Bring a pawn to the other side, or leave your opponent no move. Pawns step ahead and take diagonally.",
  summary = "Three pawns against three: the game that two dozen matchboxes learned to play.",
  options = { { name = "size", about = "the squares of a side, and the pawns", default = 3, from = 3, to = 4 } },
  phrases = {
    go = "go here from { $from }",
    take = "take with { $from }",
    went = "went from { $from } to { $to }",
    took = "took on { $to } from { $from }",
    ["red-across"] = "a red pawn is across",
    ["blue-across"] = "a blue pawn is across",
    ["red-stuck"] = "Red cannot move",
    ["blue-stuck"] = "Blue cannot move",
  },
}

function game.start(options)
  local pawns = {}
  for _, place in ipairs(boards[options.size]:edge("down")) do pawns[place] = 1 end
  for _, place in ipairs(boards[options.size]:edge("up")) do pawns[place] = 2 end
  return { turn = 1, size = options.size, pawns = pawns }
end

-- Touching a square moves the pawn that can go there. If two can capture there, the player touches the pawn first.
function game.moves(state)
  local board, moves = boards[state.size], {}
  for from, owner in pairs(state.pawns) do
    if owner == state.turn then
      local to = board:next(from, ahead[owner])
      if to and not state.pawns[to] then moves[#moves + 1] = drag(from, to) end
      for _, way in ipairs(takes[owner]) do
        to = board:next(from, way)
        if to and state.pawns[to] == 3 - owner then moves[#moves + 1] = drag(from, to) end
      end
    end
  end
  return direct(moves)
end

function game.play(state, move)
  state.pawns[move.from], state.pawns[move.to] = nil, state.turn
  state.turn = 3 - state.turn
  return state
end

-- Returns whether a pawn of a side has reached the far edge.
local function is_across(state, side)
  for _, place in ipairs(boards[state.size]:edge(ahead[side])) do
    if state.pawns[place] == side then return true end
  end
  return false
end

function game.result(state)
  local last = 3 - state.turn
  if is_across(state, last) or #game.moves(state) == 0 then return win(last) end
end

function game.board(state)
  return grid { on = boards[state.size], marks = state.pawns, discs = true }
end

function game.say(state, move)
  local from_to = { from = move.from, to = move.to }
  if state.pawns[move.to] then return { now = phrase("take", from_to), done = phrase("took", from_to) } end
  return { now = phrase("go", from_to), done = phrase("went", from_to) }
end

function game.ending(state)
  local last = 3 - state.turn
  return phrase(is_across(state, last) and colors[last] .. "-across" or colors[state.turn] .. "-stuck")
end

-- "red-ooo---xxx": the player to move, and the squares, row by row from the top.
function game.slug(state)
  local slug = colors[state.turn] .. "-"
  for _, place in ipairs(boards[state.size].places) do
    local owner = state.pawns[place]
    slug = slug .. (owner == 1 and "x" or owner == 2 and "o" or "-")
  end
  return slug
end

-- Returns the board mirrored from left to right, and with the players exchanged.
function game.symmetries(state)
  local alike = {}
  for _, map in ipairs(boards[state.size]:symmetries()) do
    local row = map.a1:sub(2)
    -- Half of the symmetries of a board turn rows into columns, along which pawns do not move.
    if row == map.b1:sub(2) then
      local pawns, turn = moved(state.pawns, map), state.turn
      if row ~= "1" then
        turn = 3 - turn
        for place, owner in pairs(pawns) do pawns[place] = 3 - owner end
      end
      alike[#alike + 1] = { turn = turn, size = state.size, pawns = pawns }
    end
  end
  return alike
end

return game

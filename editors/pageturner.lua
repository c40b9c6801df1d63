---@meta
-- The functions and types of games in Lua, for editors with the Lua language server. This file is generated.

---@class Move
---@field name? string
---@field at? string|integer
---@field piece? string|integer
---@field from? string|integer
---@field to? string|integer
---@field word? string|Phrase
---@field [string] any

---@class Phrase

---@class Result

---@class Scene

---@class Board
---@field places string[]
---@field columns integer
---@field rows integer
local Board = {}

---@class Grid
---@field on Board the board
---@field marks? table<string, string|integer> the pieces by place: 1 or 2 for a player's piece, or a string of up to three letters
---@field owners? table<string, string|integer> the owner of each piece, place by place: `owners = { a1 = 2 }`
---@field lit? string[] places to highlight, such as a winning line; an empty place with a hole or a move is not highlighted
---@field walls? string[] places that no piece enters
---@field holes? string[]|boolean draws empty places as holes: `true` for all of them, or a list of places. If all places can be full at once, add `discs = true`, so that the full board keeps its look
---@field discs? boolean draws each piece as a disc, and outlines each square; always on for boards with walls, gaps, dots or `pieces`
---@field chequered? boolean draws light and dark squares, and draws `K Q R P k f h` as chess pieces, a fox and a hound
---@field pieces? string[][] pieces that cover several places, such as a car or a domino, each as a list of places; put the mark of a piece on all of its places
---@field gaps? string[] places that are not part of the board
---@field dots? string[] places to draw as dots, in every second row and column, as in dots and boxes
---@field lines? string[] places to draw as lines, each between two dots

--- `board:next("a1", "up")`: the place one step in a direction (`up`, `down`, `left`, `right`, `up-left` and so on), or nothing
---@param place string|integer
---@param direction string
---@return string?
function Board:next(place, direction) end

--- `board:ray("a1", "up")`: all further places in a direction, from the nearest to the edge
---@param place string|integer
---@param direction string
---@return string[]
function Board:ray(place, direction) end

--- `board:neighbours("a1")`: the neighbouring places; on squares without lines, `board:neighbours("a1", true)` includes diagonal neighbours
---@param place string|integer
---@param with_diagonals? boolean
---@return string[]
function Board:neighbours(place, with_diagonals) end

--- `board:lines(3)`: all lines of three places
---@param length integer
---@return string[][]
function Board:lines(length) end

--- `board:edge("up")`: the places from which no step leads up
---@param direction string
---@return string[]
function Board:edge(direction) end

--- `board:fill("x")`: a table with this value for each place
---@param value any
---@return table<string, any>
function Board:fill(value) end

--- `board:symmetries()`: a list with a table for each reflection or rotation; the table maps each place to its image. To move marks to their images, call `moved(marks, table)`
---@return table<string, string>[]
function Board:symmetries() end

---@param value any
---@return any
function copy(value) end

---@param list table
---@param item any
---@return boolean
function contains(list, item) end

---@param text any
---@param separator string
---@return string[]
function split(text, separator) end

--- `squares(3, 3)`: columns and rows of squares, `a1` to `c3` as in chess
---@param columns integer
---@param rows? integer
---@param lines? string[]
---@return Board
function squares(columns, rows, lines) end

--- `triangle(5)`: a triangle with five rows of places, named `a1`, `b1`, `b2` and so on from the top
---@param side integer
---@return Board
function triangle(side) end

--- `hexagon(3)`: a hexagon with three places on each side; letters name its rows from the top
---@param side integer
---@return Board
function hexagon(side) end

--- `points("a b\n c", { "a-c-b" })`: points placed like the letters in the string; the lines join neighbours, and pages show them
---@param drawing string
---@param lines string[]
---@return Board
function points(drawing, lines) end

--- Returns a table with each mark at the image of its place.
---@param marks table<string, any>
---@param map table<string, any>
---@return table<string, any>
function moved(marks, map) end

--- `tap("b2")`: a place
---@param place string|integer
---@param piece? string|integer
---@return Move
function tap(place, piece) end

--- `drag("a1", "a2")`: a piece, then its destination
---@param from string|integer
---@param to string|integer|Move
---@return Move
function drag(from, to) end

--- `choose("go on")`: a word next to the board
---@param word string|Phrase
---@param name? string
---@return Move
function choose(word, name) end

--- Saves a touch: if only one piece can go to a place, or can do what a word says, touching the place or word is enough.
---@param moves Move[]
---@return Move[]
function direct(moves) end

--- `pass()`: the word "pass"
---@return Move
function pass() end

---@param name string
---@param arguments? table<string, any>
---@return Phrase
function phrase(name, arguments) end

---@param player integer
---@return Result
function win(player) end

---@param scene Grid
---@return Scene
function grid(scene) end

---@param rows table[]
---@return Scene
function heaps(rows) end

---@param scene table
---@return Scene
function pegs(scene) end

---@param words string|Phrase
---@param signs? string
---@return Scene
function text(words, signs) end

---@param file string
---@param changes table<string, any>
---@return Game
function variant(file, changes) end

---@type Result
draw = {}

---@type Result
solved = {}

---@type Result
stuck = {}

---@class Game
---@field start fun(options: table): table the state in which play begins
---@field moves fun(state: table): Move[] the list of legal moves, in the order in which pages list them; the program calls `moves` only while play goes on
---@field play fun(state: table, move: Move): table the state after the move
---@field result? fun(state: table): Result? `win(1)`, `win(2)` or `draw`; in a puzzle, `solved` or `stuck`; nothing while play goes on
---@field board fun(state: table): Scene the picture of the state
---@field turn? fun(state: table): integer the player to move; replaces `state.turn`
---@field say? fun(state: table, move: Move): string|Phrase|table what a move does: a string for its link, such as `"drive ahead"`, or a table that also contains the past form, which the next page shows: `{ now = "drive ahead", done = "drove ahead" }`. The field `name` replaces the name of the touched place on the link and in answers: `name = "B left"` names a car and its direction. `state` is the state before the move
---@field tally? fun(state: table): string|Phrase the count of each side: `"Red has 3, Blue has 6"`
---@field reasoning? fun(state: table): string|Phrase a thought that leads to the best move, in one or two whole sentences, such as `"Leave an even number of coins."`; pages show it with the [hint](games.md#answers-and-hints), before the answer
---@field ending? fun(state: table): string|Phrase how the game ended, shown after a colon: `"a bridge from edge to edge"`
---@field slug? fun(state: table): string the position's name in addresses: lower-case letters, digits and hyphens. The default is a number computed from the state. If you plan to change the fields of the state, write this function first, so that addresses stay the same
---@field symmetries? fun(state: table): table[] the list of states that are reflections or rotations of this state; a collection of puzzles never contains two of them. To write this function, use `board:symmetries()` and `moved`
---@field estimate? fun(state: table): number a number for computers that look a few moves ahead; a number above 0 means that the first player is ahead
---@field players? string[] the names of the two players; leave this field out in a puzzle
---@field goal? string|Phrase `goal` is the players' aim; `summary` describes the game in one sentence
---@field summary? string|Phrase `goal` is the players' aim; `summary` describes the game in one sentence
---@field policies? table[] named computer players: `{ { name = "bold", about = "It drives ahead.", choose = function(state, moves) return moves[1] end } }`
---@field options? table[] what pages can set under `parameters`: `{ { name = "size", about = "the squares of a side", default = 3, from = 2, to = 5 } }`. Only `start` receives the values. The type of `default` is the type of the option: a number, `true` or `false`, a string, or a list of numbers or strings. A list can contain up to 16 items; to change this limit, add `most = 30` to the option
---@field pieces? table<string, integer> the owners of marks, such as `{ K = 1, R = 2 }`
---@field phrases? table<string, string> the texts of the game by their names, for translations

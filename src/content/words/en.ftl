# The texts of pages of all games.
#
# Pages capitalize the first letter of a line automatically, even if an argument comes first. If a sentence ends
# without a full stop here, `sentence` adds one.

# The name of this language, in itself.
language-name = English

## Lists

# a1, b2, c3
list-comma = { $first }, { $next }
# a1, b2 and c3
list-and = { $first } and { $next }
# a1, b2 or c3
list-or = { $first } or { $next }
# a1, b2; c3, d4
list-semicolon = { $first }; { $next }
# took b2, then took c3
list-then = { $first }, then { $next }

## Texts between and after other texts

# The end of a sentence: X to move.
sentence = { $text }.
# Before a list: Top row:
label = { $text }:
# How a game ended, and why: X wins: the top row
with-reason = { $status }: { $reason }
# A game and an edition, or a board and an edition: The Windmill: Two players
title-and-part = { $title }: { $part }
# A page and its place, in the title of a window: X to move — Two players · Nim
title-at = { $title } — { $place }
# The same after moves of the computer: Computer: b2. Your move
title-after = Computer: { $moves }. { $title }
# A number with separators between groups of three digits: 10,395
thousands = { $before },{ $group }

## Whose turn it is, and how a game ended

your-move = Your move
# In a puzzle, if the player has wasted no move so far: 3 moves, none wasted
none-wasted = { moves }, none wasted
# X to move
to-move = { $player } to move
# X wins
wins = { $player } wins
# The first two address the reader; the others describe the game or the puzzle.
you-win = You win
you-lose = You lose
drawn = A draw
nobody-wins = nobody wins
solved = Solved
stuck = Stuck
you-pass = You cannot move and have to pass
# X cannot move and has to pass
passes = { $player } cannot move and has to pass

## Moves

# A piece and its place: e4 to d2
piece-to-place = { $piece } to { $place }
back = back
back-to-moves = back, to all moves
# In the title of a page, the square of the piece to move: b2 chosen
chosen = { $piece } chosen
# b2 chosen: a2 is a clone, d2 and d4 are jumps; touch b2 to cancel
chosen-where = { $piece } chosen: { $kinds }; touch { $piece } to cancel
# The same in a puzzle.
chosen-in-puzzle = { $piece } chosen: touch where it goes
# If there are too many places to name them: 5 places
places = { $count } places
# The kind of the moves to some places: a2 is a move, b3 and c1 are moves
kind-move =
    { $count ->
        [one] { $places } is a move
       *[other] { $places } are moves
    }

## Default names of moves, for games in files that do not name them

# b2, play
move-place = { $place }, play
# a1, choose
move-choose = { $piece }, choose
# a2, move from a1
move-from = { $place }, move from { $piece }
# take 2, on the board
take-pieces = take { $pieces }
# take 2 from row 1. A game can name its rows.
take-pieces-from = take { $pieces } from { $row }
row-number = row { $row }
# 2 to C, on the board
carry-disc = { $disc } to { $to }
# 2 to C, from peg A
carry-disc-from = { $disc } to { $to }, from peg { $from }
# The move of a player who cannot or will not move.
pass = pass

## The last moves. The game supplies `done`: took b2

# You took b2.
you-did = You { $done }.
# The turn of the computer has not come, because the reader earned another one.
you-again = Once more.
# The computer took b2.
computer-did = The computer { $done }.
# You had to pass. The computer: e4 to d2, b2.
computer-did-alone = You had to pass. The computer: { $moves }.
# X took b2.
player-did = { $player } { $done }.
# The default for games that do not describe their moves.
played = played { $move }

# The effect of the last move, after a square and its content: b2, X, just placed. `placed` and `turned` describe
# the piece, and `left` describes the empty square that it came from.
just-done =
    { $done ->
        [placed] just placed
        [turned] just turned
       *[left] just left
    }
# Pieces of a row that the last move took, in brackets after it: 3 taken
taken = { $count } taken
# A square that no piece can enter.
wall = wall
line = line

## The aim

# Red (x): a player, and the letter of the player's pieces.
with-sign = { $player } ({ $sign })
# You are X. Three in a row wins.
you-are = You are { $player }. { $goal }

## The result of best play

# solved in 7
best-solved = solved in { $moves }
# X wins in 4
best-wins = { $player } wins in { $moves }
best-draw = a draw
best-endless = endless
best-unsolvable = cannot be solved

# The best result against the computer, after the name of an edition: Easy, can be won in 5
promise-win = can be won in { $moves }
promise-draw = a draw is a triumph
promise-endless = can be held for ever
promise-loss = survive as long as you can

# The same in the table that the command `list` prints.
person-win = a win in { $moves }
person-draw = a draw in { $moves }
person-endless = endless
person-loss = a loss

## The values of moves, on pages with hints. Numbers count the winner's moves. These texts are on squares and pieces, so
## keep them short.

worth-win = wins in { $moves }
worth-loss-now = loses now
worth-loss = loses in { $moves }
worth-draw = draws
worth-endless = endless
# The number of moves to the goal of a puzzle.
worth-left = { $moves } left
worth-stuck = stuck

# Shown once if all moves have the same value: all nine moves draw
all-moves =
    { $count ->
        [1] the only move
        [2] both moves
        [3] all three moves
        [4] all four moves
        [5] all five moves
        [6] all six moves
        [7] all seven moves
        [8] all eight moves
        [9] all nine moves
       *[other] all { $count } moves
    }
all-win =
    { $count ->
        [one] { all-moves } wins in { $moves }
       *[other] { all-moves } win in { $moves }
    }
all-draw =
    { $count ->
        [one] { all-moves } draws
       *[other] { all-moves } draw
    }
all-lose-now =
    { $count ->
        [one] { all-moves } loses now
       *[other] { all-moves } lose now
    }
all-lose =
    { $count ->
        [one] { all-moves } loses in { $moves }
       *[other] { all-moves } lose in { $moves }
    }
all-endless =
    { $count ->
        [one] { all-moves } leads to play without an end
       *[other] { all-moves } lead to play without an end
    }
all-reach =
    { $count ->
        [one] { all-moves } reaches the goal
       *[other] { all-moves } reach the goal
    }
# all three moves leave 2 moves to the goal
moves-to-goal =
    { $moves ->
        [one] one move to the goal
       *[other] { $moves } moves to the goal
    }
all-leave =
    { $count ->
        [one] { all-moves } leaves { moves-to-goal }
       *[other] { all-moves } leave { moves-to-goal }
    }
all-stuck = no move leads to the goal any more

# Against this computer all nine moves draw.
against-computer = Against this computer { $worth }.
# All nine moves draw.
between-people = { $worth }.
hints-know = These values take this computer’s replies into account.
hints-know-mistakes = These values take this computer’s replies into account, mistakes included.
hints-expect = These values assume best play.
numbers-of-winner = Numbers count the winner’s moves.
numbers-to-goal = Numbers count the moves that are left to the goal.
endless-computer = Endless: here the game can only go round in circles for ever.
endless-people = Endless: nobody can force an end, so with best play on both sides the game goes on and on.

## Answers, on pages of their own

# The link below a board to its question, which links to the answer.
hint = Hint
answers = Answers
answers-title =
    { $number ->
        [1] { answers }
       *[other] { answers } { $number }
    }
answers-how = “Hint” below a board leads to its question here. “Answer” next to the question leads to the move.
answers-how-computer = { answers-how } Each row holds against this computer, not against every player.
# The best possible result from a position, without the move. Against the computer:
ask-win = You can win in { $moves }.
ask-draw = You can get a draw.
ask-endless = You can keep the game going for ever.
ask-loss =
    { $moves ->
        [0] The computer wins, whatever you do.
        [1] The computer wins in 1.
       *[other] The computer wins in { $moves } or fewer.
    }
# In a puzzle:
ask-goal = { moves-to-goal }.
ask-stuck = The goal is out of reach.
# Between people: Best play: X wins in 4.
ask-best = Best play: { $best }.
# Links to the last position with a better possible result.
here-win = Go back to where you could win
here-draw = Go back to where you could draw
here-endless = Go back to where you could play on
here-goal = Go back to where the goal was in reach
# If several ways lead to a position, each with its own mistake; each move is a link.
one-was-mistake = One of these moves was the mistake:
too-many-mistakes = Many games lead here. Go back page by page: the hints tell what was still possible.
numbered-move = { $number }. { $move }
show-answer = Answer
# In a lesson or a list of puzzles: Step 2 of 6: b3 or c3.
answer-at = { $place }: { $choices }.
# b2 or c3: wins in 3. Also c1: wins in 4.
answer = { $choices }: { $worth }.
# c3, then 4 moves to the goal.
answer-to-goal =
    { $moves ->
        [0] { $choices }, and the goal is reached.
       *[other] { $choices }, then { moves-to-goal }.
    }
# b2, or one of 4 others: wins in 3.
answer-some = { $choice }, or one of { $count } others
answer-also = Also { $choice }: { $worth }.
play-move = Play: { $move }
back-to-board = Back

## Better results that were possible

missed-solution = You could have solved it in { moves }.
missed-win = You could have won in { $moves }.
missed-endless = You could have gone on for ever.
missed-draw = You could have drawn.
missed-solution-by = You could have solved it in { moves }, but you { $done }.
missed-win-by = You could have won in { $moves }, but you { $done }.
missed-endless-by = You could have gone on for ever, but you { $done }.
missed-draw-by = You could have drawn, but you { $done }.

# After the best possible result: how fast the reader reached it.
fastest = No way is faster.
faster = The fastest way takes { moves }.
# After a puzzle: the number of moves it takes. The first is for players who wasted no move.
perfect-way = Perfect: { moves }, and no way takes fewer.
shortest-way = You took at least { $least } moves. It can be done in { $moves }.
# After a game that the reader cannot win: how long it lasted.
lasted = You lasted { moves }. The longest possible is { $most }.
lasted-at-least = You lasted at least { moves }. The longest possible is { $most }.

# 3 moves
moves =
    { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }

## Links on pages of play

# The same edition from the beginning, while play goes on.
new-game = New game
# The same after the end of a game.
play-again = Play again
# The page of the game.
rules = Rules
# The list that contains this puzzle.
all-puzzles = All puzzles
hints = Show values
hide-hints = Hide values
# From a puzzle to the same position in a game without a computer.
explore = Play on from here
explore-puzzle = Explore the puzzle’s position
# Opens an e-mail with the address of the page, for the player to move.
send-to = Send to { $player }
# After a game with a mistake.
where-wrong = Where did it go wrong?
# After a game without a mistake: the link to the page of a star, and the title of that page.
take-star = Take your star
your-star = Your star
# If play goes round in circles, and no player can get a better result.
shake-hands = Shake hands
goes-round = From here the game can only go round in circles: play on for as long as you like, or shake hands.

## The code that embeds a game in another page

# The heading of the section, which readers can open.
embed = Show this game on a page of yours
# Above the line of HTML.
embed-how = Copy this line into the HTML of your page. The address of any other position works, too.

# The link to the place of a position on the map of all positions.
where-am-i = Map

## Maps of all positions

map = All positions
# The positions from which the reader can win against the computer.
map-can-win = You can win
# 5,478 positions, 958 of them ends. In the picture each dot is a page; …
map-counted = { $positions } positions, { map-ends }. In the picture each dot is a page; if you came from one, its dot has a ring and leads back.
map-ends =
    { $count ->
        [one] one of them an end
       *[other] { $ends } of them ends
    }
# Positions of a puzzle: 32 to 63 moves from the goal; with one number only, `map-solved-in`.
map-solved =
    { $fewest ->
        [0] the goal, or { $most ->
            [one] 1 move from it
           *[other] at most { $most } moves from it
        }
       *[other] { $fewest } to { $most } moves from the goal
    }
map-solved-in = { moves } from the goal
# Positions with the same distance to the end under best play.
map-distance =
    { $moves ->
        [0] the end
        [one] 1 move from the end
       *[other] { $moves } moves from the end
    }

## Stories

# The heading of the stories on the front page.
stories = Stories
# by Ada Writer
story-by = by { $author }
story-begin = Begin to read
# For a story with several seeds of random numbers: Begin: telling 2
story-begin-number = Begin: telling { $number }
# 5,947 pages, 7 endings
story-counted = { $pages } pages, { $endings ->
    [one] 1 ending
   *[other] { $endings } endings
}.
# A limit that the author has set to make the story finite.
story-limited = In this edition, “{ $name }” stays between { $least } and { $most }.
story-shuffles =
    In this edition what is shuffled comes round again after { $rounds ->
        [one] each round
       *[other] { $rounds } rounds
    }.
# Below the rings of the endings.
story-endings-read = A ring is filled once you have read its ending.
# Ending 3 of 7
story-ending-of = Ending { $number } of { $count }
story-the-end = The End
# The link back from an ending.
story-back = Back to an earlier turning
# The heading of the choices, for screen readers.
story-choices = What now?
# The link to the page of a story: Read A Book That Plays
read-this = Read { $title }
map-of-story = All pages
map-of-story-told = Each dot is a page, and each row is one choice further from the beginning. The map shows what is still to come: look at it once you have read the story, or have lost your way in it.
map-passages = pages
map-ends-of-story = pages that end it

## Stars

star-won = You beat the computer!
star-solved = You solved it!
star-drawn = You held the computer to a draw!
star-endless = You and the computer shake hands!
star-fewest = For instance, by one of the shortest ways: { moves }.
star-draw = A draw is the best result that anyone can get here. This is one way to get it.
# How often random moves lead to such an end.
star-odds = Random moves manage this in 1 game of { $tries }.
star-odds-within = Random moves manage this within { $moves } moves in 1 game of { $tries }.
star-circles = The game goes round in circles, and that is the best result that anyone can get here.

## Lessons and puzzles

# The one player of a puzzle, in files for other programs.
you = you
legal-but-not-this = That is a legal move, but not the one to find here.
# Step 1 of 5
step-of = Step { $step } of { $steps }
# The heading of the last page of a lesson.
well-done = Well done!
# The first page of the lesson.
begin-again = Begin again
back-to-step = Back to step { $step }
# After the right move, before the reply of the other side: Right. Player B took 1 from the top row.
right = Right.
not-this-one = Not this one
# The same, if the move wins, but later.
not-the-fastest = Not the fastest
try-again = Try again
puzzle-of = Puzzle { $number } of { $all }
next-puzzle = Next puzzle
skip-puzzle = Skip
# In a puzzle, the link to the solution.
show-the-answer = Show the answer
last-puzzle = That was the last: more ways to play
# The task of a puzzle, in a list: Win in 2 as X
puzzle-win = Win in { $moves } as { $player }
puzzle-solve = Solve it in { $moves }
# The same on its pages: X to move: find the win in 2
find-win-in = { $player } to move: find the win in { $moves }
find-win = { $player } to move: find the win
find-solution = Solve it in { $moves } moves
find-last = Find the last move
# Solved. X wins
solved-won = Solved. You win

# The cost of a wrong move.
cost-still = From here it takes { moves }.
cost-longer = From here it takes { moves }; after the right move it takes { $fewest }.
cost-lost = And so { $player } has won.
# With 0 moves only this side has moves left.
cost-loses =
    { $moves ->
        [0] Now { $player } wins, whatever you do.
        [1] Now { $player } can win at once.
       *[other] Now { $player } can win in { moves }, whatever you do.
    }
cost-drawn = And so it is a draw.
cost-draw = Now it is a draw, if nobody goes wrong.
cost-unsolvable = From here it cannot be solved any more.
cost-endless = Now nobody can force a win.
# `$move` counts the reader's moves in this puzzle.
cost-later = That wins, too, but not before move { $move }.
# The reply of the other side.
best-answer = { $player } replies: { $choices }.

## A puzzle for each day

# By the number of the month.
month =
    { $month ->
        [1] January
        [2] February
        [3] March
        [4] April
        [5] May
        [6] June
        [7] July
        [8] August
        [9] September
        [10] October
        [11] November
       *[12] December
    }
# 24 November
day = { $day } { month }
# After the puzzle of a day: ★ 24 November is yours.
day-solved = ★ { day } is yours.
# The link that opens an e-mail with the result, and the text of the e-mail: 27 November: solved in 3 moves
send-day = Send your result
day-letter = { $title }: solved in { moves }
# Links to the day before and, once a day is solved, to the day after.
day-before = The day before
day-after = The day after
# The link from a calendar to the day that the site was built for.
today-link = Today
# The heading of the puzzle of the day on the front page.
today = Today’s puzzle: { $game }
# The same if the site was built without a date.
try-one = Try one: { $game }

## Links from one edition to another

# The title of one of several volumes: Game 3
volume = Game { $number }
# The description of a volume.
you-begin-volume = You begin.
computer-begins-volume = The computer begins.
# Game 3 of 16
volume-of = { $volume } of { $all }
puzzles = Puzzles: { $title }
# A different game, such as Nim. (In `new-game`, `play-again` and `volume`, a game is one round of play.)
next-game = Next game: { $game }
next = Next: { $title }
try-level = Try { $level }
# The computer makes the first move.
let-it-begin = Let it begin
# A link, and the heading of a column next to “It begins”.
you-begin = You begin
# The same on the next board: Next board: The Windmill
next-board = Next board: { $board }

## The games, and the ways to play each

# Play: Against the computer
play-this = Play: { $title }
# The page of a game, on the front page: All 8 ways to play
all-ways-counted =
    { $ways ->
        [2] Both ways to play
       *[other] All { $ways } ways to play
    }
# The same with the game, for screen readers: All 8 ways to play: Nim
all-ways-of = { all-ways-counted }: { $game }
# In a variant that contains only some of them, the link to the others: All 35 ways to play: In colour
all-ways-there = { all-ways-counted }: { $variant }
# The page of a game with only one way to play.
the-rules = The rules
# The same with the game: The rules: Nim
the-rules-of = { the-rules }: { $game }
# The page of the game, after a lesson.
all-ways = All ways to play
# The page of all games, and the link to it.
all-games = All games
# In a variant that contains only some games, the link to the others: All 29 games: In colour
all-games-there = All { $games } games: { $variant }
# The heading of the ways to play a game, and in books a link to the first position.
play = Play
# The computer begins. Shown next to “You begin”.
it-begins = It begins
# The same with the level, in books: Easy, you begin
level-you-begin = { $level }, you begin
# Easy, it begins
level-it-begins = { $level }, it begins
# The best result in each game of a series, before `promise-win` and similar messages: each can be won in 5
each-promise = each { $promise }
# The heading of e-books and other files of a game.
take-along = Take it with you

## Plain pages

# The list of the headings of a text, for screen readers.
contents = Contents
# Before the headings of a text, in one line: On this page: The rules, The story.
on-this-page = On this page:
# The page before this one in its folder: ← Writing
previous-page = ← { $title }
# The page after it: Themes →
next-page = { $title } →
# Below the title of a list of puzzles, each with its luck: Luck: 1 in 6.
luck-is = Luck is how often random moves find the way.


# The parts of a list of puzzles.
puzzles-easy = Gentle
puzzles-harder = Harder
puzzles-hard = Hard
all-pages = All pages
against-the-computer = Against the computer
# The page that shows all stars of the site.
all-stars = All stars
# Above the first story on the front page.
read = Read
# Below the ways to play a game.
stars-legend = Your browser fills a box once you have been there, and a star once you have won it.
# The same where puzzles count wasted moves.
rings-legend = The ring around a star is filled if you waste no move.
# 66 stars. Each is filled once you have won it.
stars-counted =
    { $count ->
        [one] 1 star. It is filled once you have won it.
       *[other] { $count } stars. Each is filled once you have won it.
    }
# The same if the page shows only some of the site's stars.
stars-counted-of = { $count } of the site’s { $all } stars. Each is filled once you have won it.
not-found = Page not found
not-found-why = There is no page at this address. It may have moved, or the address may be misspelt. Try one of these pages:
puzzle = Puzzle { $number }
# Win in 2 as X. Luck: 1 in 6.
puzzle-card = { $task }. Luck: 1 in { $tries }.
# Win in 2 as X on The Windmill. Luck: 1 in 6.
puzzle-card-on-board = { $task } on { $board }. Luck: 1 in { $tries }.
# The size of a file in thousands of bytes: 921 KB
kilobytes = { $count } KB
# The same in millions of bytes, with the tenths: 1.4 MB
megabytes = { $count }.{ $tenths } MB
# E-book, 921 KB
e-book = E-book, { $size }
one-file = One file, { $size }

## Books

book-subject = Games
book-subject-story = Interactive fiction
book-cover-page = Cover
book-cover = The cover: { $title }
book-contents = Contents
book-accessibility = Each board is a table whose cells hold text. Each move is a link that says where it leads.
book-accessibility-story = The story is text. Each choice is a link that says what is chosen.
how-to-play = How to play

## Descriptions of boards, for screen readers

picture-grid = Row by row from the top: { $parts }.
picture-empty = empty
picture-wall = wall
picture-hole = hole
picture-line = line
picture-pegs = Discs on each peg from below, 1 is the smallest. { $parts }.
picture-no-discs = no discs
picture-heaps = Pieces in each row. { $parts }.
# A: 3, 2, 1
picture-part = { $name }: { $content }

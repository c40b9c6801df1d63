# The texts of pages of tic-tac-toe.

# The goal of the players.
goal = Three in a row wins.
# The name of a move: b2, play X
play = { $square }, play { $player }
# The last move: took b2
took = took { $square }

## The ending of a game, after a colon

top-row = the top row
middle-row = the middle row
bottom-row = the bottom row
left-column = the left column
middle-column = the middle column
right-column = the right column
diagonal = a diagonal
two-rows = two rows at once
full-board = the board is full

## Rows of the map of all positions

# 5 marks
marks =
    { $marks ->
        [0] no marks
        [one] 1 mark
       *[other] { $marks } marks
    }

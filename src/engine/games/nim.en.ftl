# The texts of pages of Nim.

player-a = Player A
player-b = Player B
# The goal of the players.
goal = Touch a piece to take it and all before it in its row. Whoever takes the last piece wins.
goal-misere = Touch a piece to take it and all before it in its row. Whoever takes the last piece loses.

# The rows, on the board and in the messages below.
row =
    { $row ->
        [only] only row
        [top] top row
        [middle] middle row
        [bottom] bottom row
        [1] first row
        [2] second row
        [3] third row
        [4] fourth row
        [5] fifth row
        [6] sixth row
        [7] seventh row
        [8] eighth row
       *[9] ninth row
    }

## Moves

# On the board: take 2
take = take { $pieces }
# take 2 from the top row
take-from = take { $pieces } from the { row }
# The last move: took 2 from the top row
took = took { $pieces } from the { row }

## The ending, after a colon

last-piece = the last piece is taken
last-piece-misere = the last piece is taken, and whoever takes it loses

## Why a position is won or lost: As sums the rows are 2 + 1, 4. …

single-pieces = Only single pieces are left, so their number decides: whoever faces an odd number loses.
sums =
    { $count ->
        [one] As a sum the row is { $rows }.
       *[other] As sums the rows are { $rows }.
    }
even = { sums } Whoever moves loses against best play: each number occurs an even number of times.
odd = { sums } Whoever moves can win: the { $odd } are odd in number, and one move makes all even.
# Numbers that occur several times: 4s
several = { $number }s

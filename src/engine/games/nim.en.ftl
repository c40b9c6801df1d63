# What pages of Nim say.

player-a = Player A
player-b = Player B
# What the players are trying to do.
goal = Touch a piece to take it and all before it in its row. Whoever takes the last piece wins.
goal-misere = Touch a piece to take it and all before it in its row. Whoever takes the last piece loses.

# The rows of the board, on it and in what follows.
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

# On the board, short: take 2
take = take { $pieces }
# take 2 from the top row
take-from = take { $pieces } from the { row }
# What somebody did: took 2 from the top row
took = took { $pieces } from the { row }

## How it ended, after a colon

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
# Numbers of which there are several: 4s
several = { $number }s

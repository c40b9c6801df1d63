# The texts of pages of chess endings.

white = White
black = Black

# The goal of the players.
goal = White wants to checkmate. Black wants stalemate, or to take the piece.

king = king
queen = queen
rook = rook
pawn = pawn

## The names of moves

# e4, choose the king
choose = { $square }, choose the { $piece }
# e5, the king goes here from e4
go = { $to }, the { $piece } goes here from { $from }
# e8, the pawn becomes a queen
to-queen-on = { $to }, the pawn becomes a queen
to-rook = become a rook
# become a rook on e8
to-rook-on = become a rook on { $to }

## The last move

# moved the rook from a1 to a8: check
went =
    { $check ->
        [yes] moved the { $piece } from { $from } to { $to }, check
       *[other] moved the { $piece } from { $from } to { $to }
    }
# took the rook on a8
took = took the { $taken } on { $to }
# made a queen of the pawn on e8: check
promoted =
    { $check ->
        [yes] made a { $becomes } of the pawn on { $to }, check
       *[other] made a { $becomes } of the pawn on { $to }
    }

## How the game ended, after a colon

checkmate = checkmate
stalemate = stalemate, no move is left
bare-kings = the kings are alone

# What pages of chess endings say, in German.

white = Weiß
black = Schwarz

# What the players are trying to do.
goal = Weiß will matt setzen. Schwarz will ein Patt erreichen oder die Figur schlagen.

king = König
queen = Dame
rook = Turm
pawn = Bauer

## The names of moves

# e4, König wählen
choose = { $square }, { $piece } wählen
# e5, König von e4 hierher
go = { $to }, { $piece } von { $from } hierher
# e8, der Bauer wird zur Dame
to-queen-on = { $to }, der Bauer wird zur Dame
to-rook = Turm werden
# Turm werden auf e8
to-rook-on = Turm werden auf { $to }

## What somebody did

# hast Turm a1–a8 gespielt: Schach
went =
    { $who ->
        [you] hast { $piece } { $from }–{ $to } gespielt{ $check ->
            [yes] {""}, Schach
           *[other] {""}
        }
       *[other] hat { $piece } { $from }–{ $to } gespielt{ $check ->
            [yes] {""}, Schach
           *[other] {""}
        }
    }
# hast auf a8 geschlagen
took =
    { $who ->
        [you] hast auf { $to } geschlagen: { $taken }
       *[other] hat auf { $to } geschlagen: { $taken }
    }
# hast auf e8 umgewandelt: Dame
promoted =
    { $who ->
        [you] hast den Bauern auf { $to } verwandelt: { $becomes }{ $check ->
            [yes] {""}, Schach
           *[other] {""}
        }
       *[other] hat den Bauern auf { $to } verwandelt: { $becomes }{ $check ->
            [yes] {""}, Schach
           *[other] {""}
        }
    }

## How the game ended, after a colon, where a sentence has a capital in German.

checkmate = Schachmatt
stalemate = Patt, kein Zug ist mehr da
bare-kings = Die Könige sind allein

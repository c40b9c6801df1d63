# What pages of Reversi say, in German.

player-1 = Rot
player-2 = Blau
# What the players are trying to do.
goal = Setz einen Stein (Rot x, Blau o) so, dass er eine Reihe des anderen einschließt, und dreh sie um. Die meisten Steine gewinnen.

## Moves

# b4, dreht einen Stein um
turn-1 = dreht einen Stein um
turn = dreht { $count } Steine um

## What somebody did

# hast b4 besetzt und einen Stein umgedreht
turned-1 =
    { $who ->
        [you] hast { $place } besetzt und einen Stein umgedreht
       *[other] hat { $place } besetzt und einen Stein umgedreht
    }
turned =
    { $who ->
        [you] hast { $place } besetzt und { $count } Steine umgedreht
       *[other] hat { $place } besetzt und { $count } Steine umgedreht
    }
passed =
    { $who ->
        [you] musstest passen
       *[other] musste passen
    }

## How it stands, and how it ended, after a colon

score = Rot hat { $red }, Blau hat { $blue }
final = { $most } zu { $least } Steine
equal = je { $count } Steine

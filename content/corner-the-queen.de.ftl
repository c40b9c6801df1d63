# What pages of Corner the queen say, in German.

player-1 = Rot
player-2 = Blau
goal = Zieh die Dame (Q) nach links, nach unten oder schräg in beide Richtungen. Wer sie nach a1 bringt, gewinnt.

## Moves

go-left = die Dame geht nach links
go-down = die Dame geht nach unten
go-down-left = die Dame geht schräg

## What a player did

went-left =
    { $who ->
        [you] hast die Dame nach links auf { $to } gezogen
       *[other] hat die Dame nach links auf { $to } gezogen
    }
went-down =
    { $who ->
        [you] hast die Dame nach unten auf { $to } gezogen
       *[other] hat die Dame nach unten auf { $to } gezogen
    }
went-down-left =
    { $who ->
        [you] hast die Dame schräg auf { $to } gezogen
       *[other] hat die Dame schräg auf { $to } gezogen
    }

## A hint

leave = Lass die Dame auf a1, b3, c2, d6, f4, e8 oder h5 stehen: Von dort führt kein Zug auf ein anderes dieser Felder.

## How it ended, after a colon, where a sentence has a capital in German

cornered = Die Dame ist in der Ecke

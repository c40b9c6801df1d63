# What pages of fox and hounds say, in German.

player-1 = Fuchs
player-2 = Meute
# What the players are trying to do.
goal = Der Fuchs gewinnt in der untersten Reihe, die Meute (h), wenn der Fuchs nicht mehr ziehen kann.

## Moves

# b2, der Hund auf a1
by = der Hund auf { $from }

## What somebody did

# bist nach c5 gelaufen
ran =
    { $who ->
        [you] bist nach { $to } gelaufen
       *[other] ist nach { $to } gelaufen
    }
# hast einen Hund von a1 nach b2 geschickt
went =
    { $who ->
        [you] hast einen Hund von { $from } nach { $to } geschickt
       *[other] hat einen Hund von { $from } nach { $to } geschickt
    }

## How it ended, after a colon, where a sentence has a capital in German

through = Der Fuchs ist durch
caught = Der Fuchs kann nicht mehr ziehen
spent = Kein Hund kann mehr ziehen

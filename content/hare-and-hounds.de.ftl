# What pages of hare and hounds say, in German.

player-1 = Meute
player-2 = Hase
# What the players are trying to do.
goal = Die Hunde (h) gewinnen, wenn der Hase (r) nicht mehr ziehen kann, der Hase, wenn er an allen vorbei ist.

## Moves

# c2, von b1
by = von { $from }
# h a2, nach b2
to = nach { $to }

## What somebody did

# bist nach d2 gelaufen
ran =
    { $who ->
        [you] bist nach { $to } gelaufen
       *[other] ist nach { $to } gelaufen
    }
# hast einen Hund von b1 nach c2 geschickt
went =
    { $who ->
        [you] hast einen Hund von { $from } nach { $to } geschickt
       *[other] hat einen Hund von { $from } nach { $to } geschickt
    }

## How it ended, after a colon, where a sentence has a capital in German

through = Der Hase ist vorbei
caught = Der Hase kann nicht mehr ziehen

# What pages of the L-game say, in German.

player-1 = Rot
player-2 = Blau
# What the players are trying to do, and how to touch it.
goal = Sperr das andere L ein. Leg deines um, den langen Arm zuerst, dann versetz einen Punkt oder keinen.

## Moves

# c2, Fuß auf b4
lay = Fuß auf { $foot }
# The word beside the board: none of the neutral pieces moves.
leave = die Punkte liegen lassen

## What somebody did

# hast das L von c2 um c4 herum nach b4 gelegt
laid =
    { $who ->
        [you] hast das L von { $far } um { $corner } herum nach { $foot } gelegt
       *[other] hat das L von { $far } um { $corner } herum nach { $foot } gelegt
    }
moved =
    { $who ->
        [you] hast einen Punkt von { $from } nach { $to } versetzt
       *[other] hat einen Punkt von { $from } nach { $to } versetzt
    }
left =
    { $who ->
        [you] hast die Punkte liegen lassen
       *[other] hat die Punkte liegen lassen
    }

## How it ended, after a colon, where a sentence has a capital in German

red-shut-in = Das rote L ist eingesperrt
blue-shut-in = Das blaue L ist eingesperrt

# What pages of Hexapawn say, in German.

player-1 = Rot
player-2 = Blau
# What the players are trying to do.
goal = Bring einen Bauern hinüber oder nimm dem anderen alle Züge. Bauern ziehen geradeaus und schlagen schräg.

## Moves

# b2, zieh von b1 hierher
go = zieh von { $from } hierher
take = schlag von { $from } aus
# What somebody did: bist von b1 nach b2 gezogen
went =
    { $who ->
        [you] bist von { $from } nach { $to } gezogen
       *[other] ist von { $from } nach { $to } gezogen
    }
took =
    { $who ->
        [you] hast von { $from } aus auf { $to } geschlagen
       *[other] hat von { $from } aus auf { $to } geschlagen
    }

## How it ended, after a colon, where a sentence has a capital in German

red-across = Ein roter Bauer ist drüben
blue-across = Ein blauer Bauer ist drüben
red-stuck = Rot kann nicht mehr ziehen
blue-stuck = Blau kann nicht mehr ziehen

# What pages of Dodgem say, in German.

player-1 = Rot
player-2 = Blau
# What the players are trying to do.
goal = Rot fährt rechts hinaus, Blau oben. Wer kein Auto mehr hat oder nicht ziehen kann, hat gewonnen.

## Moves

# The word beside the board that takes a car off it.
off = hinaus
ahead = geradeaus von { $from }
aside = zur Seite von { $from }
leave = fahr von { $from } hinaus
# What somebody did: bist von a3 nach b3 gefahren
drove =
    { $who ->
        [you] bist von { $from } nach { $to } gefahren
       *[other] ist von { $from } nach { $to } gefahren
    }
left =
    { $who ->
        [you] bist von { $from } aus vom Brett gefahren
       *[other] ist von { $from } aus vom Brett gefahren
    }

## How it ended, after a colon, where a sentence has a capital in German

red-gone = Beide roten Autos sind vom Brett
blue-gone = Beide blauen Autos sind vom Brett
red-shut-in = Das rote Auto ist eingesperrt
blue-shut-in = Das blaue Auto ist eingesperrt

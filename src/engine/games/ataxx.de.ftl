# What pages of Ataxx say, in German.

# What the players are trying to do.
goal = Wer die meisten Steine hat, gewinnt. Tippe auf ein Feld, um zu klonen, auf einen Stein, um zu springen.

## The names of moves

# b2, klone
clone-here = { $to }, klone
# b2, spring von a4
jump-here = { $to }, spring von { $from }
# b2, wählen
choose-piece = { $piece }, wählen
pass = passen
pass-why = passen, weil kein Stein ziehen kann

## What somebody did

has =
    { $who ->
        [you] hast
       *[other] hat
    }
is =
    { $who ->
        [you] bist
       *[other] ist
    }
# hast nach b2 geklont
cloned = { has } nach { $to } geklont
# hast nach b2 geklont und a1 und c3 umgedreht
cloned-and-turned = { has } nach { $to } geklont und { $turned } umgedreht
# bist von a4 nach b2 gesprungen
jumped = { is } von { $from } nach { $to } gesprungen
# bist von a4 nach b2 gesprungen und hast a1 und c3 umgedreht
jumped-and-turned = { is } von { $from } nach { $to } gesprungen und { has } { $turned } umgedreht
passed =
    { $who ->
        [you] musstest passen
       *[other] musste passen
    }

## What moves to some places are: Klon auf a2, Sprünge auf b3 und c1

kind-clone =
    { $count ->
        [one] Klon auf { $places }
       *[other] Klone auf { $places }
    }
kind-jump =
    { $count ->
        [one] Sprung auf { $places }
       *[other] Sprünge auf { $places }
    }

## How it stands

# How the game ended, after a colon: 30 zu 19
score = { $more } zu { $less }
# The same: X hat keinen Stein mehr
lost-all = { $player } hat keinen Stein mehr
# X hat 3, O hat 6
tally = X hat { $first }, O hat { $second }

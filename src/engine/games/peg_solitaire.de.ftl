# What pages of peg solitaire say, in German.

# What there is to do.
goal = Spring über Stifte, um sie vom Brett zu nehmen, bis nur noch einer da ist. Tippe auf einen Stift, der springen kann.

## The names of moves

# a1, wählen
choose-jump = { $peg }, wählen
# a1, spring über b1 nach c1
jump-over = { $from }, spring über { $over } nach { $to }
# c1, spring von a1 über b1
jump-here = { $to }, spring von { $from } über { $over }

# What the reader did: bist von a1 über b1 nach c1 gesprungen
jumped =
    { $who ->
        [you] bist von { $from } über { $over } nach { $to } gesprungen
       *[other] ist von { $from } über { $over } nach { $to } gesprungen
    }
# What moves to some places are: Sprung auf c1, Sprünge auf c1 und c3
kind-jump =
    { $count ->
        [one] Sprung auf { $places }
       *[other] Sprünge auf { $places }
    }

## How it stands

# How it ended, after a colon, where a sentence has a capital in German.
single-peg = Ein einziger Stift ist übrig
# The same: Kein Sprung ist mehr möglich, 3 Stifte bleiben übrig
no-jump =
    { $pegs ->
        [2] Kein Sprung ist mehr möglich, 2 Stifte bleiben übrig – um ein Haar
        [3] Kein Sprung ist mehr möglich, 3 Stifte bleiben übrig – gut gesprungen
        [4] Kein Sprung ist mehr möglich, 4 Stifte bleiben übrig – nicht übel
       *[other] Kein Sprung ist mehr möglich, { $pegs } Stifte bleiben übrig
    }
pegs-left =
    { $pegs ->
        [one] 1 Stift übrig
       *[other] { $pegs } Stifte übrig
    }

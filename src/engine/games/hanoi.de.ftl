# What pages of the Towers of Hanoi say, in German.

# What there is to do.
goal = Bring alle Scheiben auf Stab { $peg }, und leg nie eine größere auf eine kleinere.
# The name of a move, short: 2 nach C
carry = { $disc } nach { $to }
# The same, whole: 2 nach C, von Stab A
carry-from = { $disc } nach { $to }, von Stab { $from }
# What the reader did: hast Scheibe 2 von Stab A auf Stab C gelegt
moved =
    { $who ->
        [you] hast Scheibe { $disc } von Stab { $from } auf Stab { $to } gelegt
       *[other] hat Scheibe { $disc } von Stab { $from } auf Stab { $to } gelegt
    }
# How it ended, after a colon, where a sentence has a capital in German.
whole-tower = Der ganze Turm steht auf Stab { $peg }

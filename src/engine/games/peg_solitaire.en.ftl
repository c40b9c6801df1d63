# The texts of pages of peg solitaire.

# The goal.
goal = Jump over pegs to take them off, until only one is left. Touch a peg that can jump.

## The names of moves

# a1, choose
choose-jump = { $peg }, choose
# a1, jump over b1 to c1
jump-over = { $from }, jump over { $over } to { $to }
# c1, jump from a1 over b1
jump-here = { $to }, jump from { $from } over { $over }

# The last move: jumped from a1 over b1 to c1
jumped = jumped from { $from } over { $over } to { $to }
# The kind of the moves to some places: c1 is a jump, c1 and c3 are jumps
kind-jump =
    { $count ->
        [one] { $places } is a jump
       *[other] { $places } are jumps
    }

## The state of play

# The ending, after a colon.
single-peg = a single peg is left
# The same: no jump is left, and 3 pegs remain
no-jump =
    { $pegs ->
        [2] no jump is left, and 2 pegs remain — so close
        [3] no jump is left, and 3 pegs remain — well jumped
        [4] no jump is left, and 4 pegs remain — not bad
       *[other] no jump is left, and { $pegs } pegs remain
    }
pegs-left =
    { $pegs ->
        [one] 1 peg left
       *[other] { $pegs } pegs left
    }

# What pages of the Towers of Hanoi say.

# What there is to do.
goal = Bring every disc to peg { $peg }, never a larger one on a smaller.
# The name of a move, short: 2 to C
carry = { $disc } to { $to }
# The same, whole: 2 to C, from peg A
carry-from = { $disc } to { $to }, from peg { $from }
# What the reader did: moved disc 2 from peg A to peg C
moved = moved disc { $disc } from peg { $from } to peg { $to }
# How it ended, after a colon.
whole-tower = the whole tower is on peg { $peg }

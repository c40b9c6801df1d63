# The texts of pages of the Towers of Hanoi.

# The goal.
goal = Bring every disc to peg { $peg }, never a larger one on a smaller.
# The short name of a move: 2 to C
carry = { $disc } to { $to }
# The full name: 2 to C, from peg A
carry-from = { $disc } to { $to }, from peg { $from }
# The last move: moved disc 2 from peg A to peg C
moved = moved disc { $disc } from peg { $from } to peg { $to }
# The ending, after a colon.
whole-tower = the whole tower is on peg { $peg }

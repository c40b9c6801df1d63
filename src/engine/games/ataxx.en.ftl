# The texts of pages of Ataxx.

# The goal of the players.
goal = The most pieces win. Touch a square to clone, a piece to jump.

## The names of moves

# b2, clone
clone-here = { $to }, clone
# b2, jump from a4
jump-here = { $to }, jump from { $from }
# b2, choose
choose-piece = { $piece }, choose
pass = pass
pass-why = pass, because no piece can move

## The last move

# cloned to b2
cloned = cloned to { $to }
# cloned to b2 and turned a1 and c3
cloned-and-turned = cloned to { $to } and turned { $turned }
# jumped from a4 to b2
jumped = jumped from { $from } to { $to }
# jumped from a4 to b2 and turned a1 and c3
jumped-and-turned = jumped from { $from } to { $to } and turned { $turned }
passed = had to pass

## The kinds of moves to some places: a2 is a clone, b3 and c1 are jumps

kind-clone =
    { $count ->
        [one] { $places } is a clone
       *[other] { $places } are clones
    }
kind-jump =
    { $count ->
        [one] { $places } is a jump
       *[other] { $places } are jumps
    }

## The score

# How the game ended, after a colon: 30 to 19
score = { $more } to { $less }
# The same: X has no piece left
lost-all = { $player } has no piece left
# X has 3, O has 6
tally = X has { $first }, O has { $second }

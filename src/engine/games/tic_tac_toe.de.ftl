# What pages of tic-tac-toe say, in German.

# What the players are trying to do.
goal = Wer drei in einer Reihe hat, gewinnt.
# The name of a move: b2, setze X
play = { $square }, setze { $player }
# What somebody did: hast b2 genommen
took =
    { $who ->
        [you] hast { $square } genommen
       *[other] hat { $square } genommen
    }

## How a game ended, after a colon

top-row = die oberste Reihe
middle-row = die mittlere Reihe
bottom-row = die unterste Reihe
left-column = die linke Spalte
middle-column = die mittlere Spalte
right-column = die rechte Spalte
diagonal = eine Diagonale
two-rows = zwei Reihen auf einmal
full-board = Das Brett ist voll

## Rows of the map of all positions

marks =
    { $marks ->
        [0] keine Zeichen
        [one] 1 Zeichen
       *[other] { $marks } Zeichen
    }

# What pages of Nim say, in German.

player-a = Spieler A
player-b = Spieler B
# What the players are trying to do.
goal = Tippe auf einen Stein, um ihn und alle davor in seiner Reihe zu nehmen. Wer den letzten Stein nimmt, gewinnt.
goal-misere = Tippe auf einen Stein, um ihn und alle davor in seiner Reihe zu nehmen. Wer den letzten Stein nimmt, verliert.

# The rows of the board, on it.
row =
    { $row ->
        [only] einzige Reihe
        [top] oberste Reihe
        [middle] mittlere Reihe
        [bottom] unterste Reihe
        [1] erste Reihe
        [2] zweite Reihe
        [3] dritte Reihe
        [4] vierte Reihe
        [5] fünfte Reihe
        [6] sechste Reihe
        [7] siebte Reihe
        [8] achte Reihe
       *[9] neunte Reihe
    }
# The same in what follows.
from-row =
    { $row ->
        [only] aus der einzigen Reihe
        [top] aus der obersten Reihe
        [middle] aus der mittleren Reihe
        [bottom] aus der untersten Reihe
        [1] aus der ersten Reihe
        [2] aus der zweiten Reihe
        [3] aus der dritten Reihe
        [4] aus der vierten Reihe
        [5] aus der fünften Reihe
        [6] aus der sechsten Reihe
        [7] aus der siebten Reihe
        [8] aus der achten Reihe
       *[9] aus der neunten Reihe
    }

## Moves

# On the board, short: nimm 2
take = nimm { $pieces }
# nimm 2 aus der obersten Reihe
take-from = nimm { $pieces } { from-row }
# What somebody did: hast 2 aus der obersten Reihe genommen
took =
    { $who ->
        [you] hast { $pieces } { from-row } genommen
       *[other] hat { $pieces } { from-row } genommen
    }

## How it ended, after a colon, where a sentence has a capital in German

last-piece = Der letzte Stein ist genommen
last-piece-misere = Der letzte Stein ist weg, und wer ihn nahm, verliert

## Why a position is won or lost: Die Reihen als Summen: 2 + 1, 4. …

single-pieces = In keiner Reihe liegt mehr als ein Stein, also entscheidet die Anzahl der Steine: Wer bei ungerader Anzahl am Zug ist, verliert.
sums =
    { $count ->
        [one] Die Reihe als Summe: { $rows }.
       *[other] Die Reihen als Summen: { $rows }.
    }
even = { sums } Wer am Zug ist, verliert gegen bestes Spiel: Jede Zahl kommt in gerader Anzahl vor.
odd = { sums } Wer am Zug ist, kann gewinnen: Die { $odd } kommen in ungerader Anzahl vor, und ein Zug macht alle Anzahlen gerade.
# Numbers of which there are several: 4er
several = { $number }er

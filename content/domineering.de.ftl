# What pages of Domineering say, in German.

player-1 = Rot
player-2 = Blau
# What the players are trying to do.
goal = Rot (x) legt aufrecht: Tippe das untere Feld an. Blau (o) legt quer: das linke. Wer keinen Platz mehr hat, verliert.

## Moves

# a1, ein Stein auf a1 und a2
place = ein Stein auf { $first } und { $second }
# What somebody did: hast a1 und a2 zugedeckt
placed =
    { $who ->
        [you] hast { $first } und { $second } zugedeckt
       *[other] hat { $first } und { $second } zugedeckt
    }

## How it stands

# In how many ways each side can place a domino: Möglichkeiten: Rot 3, Blau 2
room = Möglichkeiten: Rot { $red }, Blau { $blue }
# How the game ended, after a colon, where a sentence has a capital in German
red-full = Rot hat keinen Platz mehr
blue-full = Blau hat keinen Platz mehr

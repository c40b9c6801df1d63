# What pages of Chomp say, in German.

player-1 = Rot
player-2 = Blau
# What the players are trying to do.
goal = Tippe ein Stück an, um es zu essen, mit allem darüber und rechts davon. Wer das Gift auf a1 isst, verliert.

## Moves

bite = beiß hier ab
poison = iss das Gift
# What somebody did: hast bei c2 abgebissen
bit =
    { $who ->
        [you] hast bei { $place } abgebissen
       *[other] hat bei { $place } abgebissen
    }
ate =
    { $who ->
        [you] hast das Gift auf { $place } gegessen
       *[other] hat das Gift auf { $place } gegessen
    }

## How it ended, after a colon, where a sentence has a capital in German

red-ate = Rot hat das Gift gegessen
blue-ate = Blau hat das Gift gegessen

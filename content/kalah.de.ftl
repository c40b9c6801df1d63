goal = Rot sät die untere Reihe nach rechts, Blau die obere nach links. Wer mehr Samen im Speicher hat, gewinnt.
player-1 = Rot
player-2 = Blau
sow = { $seeds } säen
sow-again = { $seeds } säen, noch einmal
sow-take = { $seeds } säen, { $taken } nehmen
sowed =
    { $who ->
        [you] hast { $pit } gesät
       *[other] säte { $pit }
    }
sowed-and-took =
    { $who ->
        [you] hast { $pit } gesät und { $taken } genommen
       *[other] säte { $pit } und nahm { $taken }
    }
score = Im Speicher: Rot { $red } (rechts), Blau { $blue } (links)
final = { $most } zu { $least } Samen

# Was Seiten von Achi auf Deutsch sagen.

player-1 = Rot
player-2 = Blau
goal = Setz deine Steine (Rot x, Blau o), dann schieb sie die Linien entlang. Drei in einer Reihe gewinnen; wer nicht ziehen kann, verliert.
place = setz einen Stein
placed =
    { $who ->
        [you] hast einen Stein auf { $place } gesetzt
       *[other] hat einen Stein auf { $place } gesetzt
    }
slide = schieb nach { $to }
slid =
    { $who ->
        [you] hast von { $from } nach { $to } geschoben
       *[other] hat von { $from } nach { $to } geschoben
    }
left = Noch zu setzen: Rot { $red }, Blau { $blue }

# Wie es ausging, nach einem Doppelpunkt
row = drei in einer Reihe
blocked-1 = Rot kann nicht mehr ziehen
blocked-2 = Blau kann nicht mehr ziehen

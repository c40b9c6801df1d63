# Was Seiten von Mū Tōrere auf Deutsch sagen.

player-1 = Rot
player-2 = Blau
goal = Zieh auf den freien Punkt, bis der andere nicht mehr kann. In die Mitte darf nur ein Stein, neben dem ein Gegner steht.
along = den Ring entlang nach { $to }
along-done =
    { $who ->
        [you] bist von { $from } nach { $to } gezogen
       *[other] ist von { $from } nach { $to } gezogen
    }
into = in die Mitte
into-done =
    { $who ->
        [you] bist von { $from } nach d4 in die Mitte gegangen
       *[other] ist von { $from } nach d4 in die Mitte gegangen
    }
out = aus der Mitte nach { $to }
out-done =
    { $who ->
        [you] bist von { $from } aus der Mitte nach { $to } gegangen
       *[other] ist von { $from } aus der Mitte nach { $to } gegangen
    }

# Wie es ausging, nach einem Doppelpunkt
blocked-1 = Rot kann nicht mehr ziehen
blocked-2 = Blau kann nicht mehr ziehen

# Was Seiten von Mū Tōrere auf Deutsch sagen.

player-1 = Rot
player-2 = Blau
goal = Zieh auf den freien Punkt, bis der andere nicht mehr kann. In die Mitte darf nur ein Stein, neben dem ein Gegner steht.
along = den Ring entlang
along-done =
    { $who ->
        [you] bist von { $from } aus den Ring entlanggegangen
       *[other] ist von { $from } aus den Ring entlanggegangen
    }
into = in die Mitte
into-done =
    { $who ->
        [you] bist von { $from } in die Mitte gegangen
       *[other] ist von { $from } in die Mitte gegangen
    }
out = aus der Mitte
out-done =
    { $who ->
        [you] bist aus der Mitte herausgekommen
       *[other] ist aus der Mitte herausgekommen
    }

# Wie es ausging, nach einem Doppelpunkt
blocked-1 = Rot kann nicht mehr ziehen
blocked-2 = Blau kann nicht mehr ziehen

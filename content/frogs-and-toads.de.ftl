# Was Seiten von Fröschen und Kröten sagen, auf Deutsch.

goal = Rote Frösche (>) ziehen nach rechts, blaue Kröten (<) nach links. Lass sie die Plätze tauschen.
hop = hüpf auf { $to }
hopped = bist von { $from } auf { $to } gehüpft
leap = spring über { $over } auf { $to }
leapt = bist von { $from } über { $over } auf { $to } gesprungen
all-there = Alle haben die Plätze getauscht
in-the-way = Jeder ist jemandem im Weg

# Was Seiten der vier Springer sagen, auf Deutsch.

goal = Lass die roten und die blauen Springer die Plätze tauschen. Jeder darf ziehen.
jump = spring auf { $to }
jump-here = spring von { $from } hierher
jumped = bist von { $from } auf { $to } gesprungen
exchanged = Rot und Blau haben die Plätze getauscht

# Was die Seiten vom Stau auf dem Hof auf Deutsch sagen.

# Was zu tun ist.
goal = Fahr das rote Auto (X) durch die Lücke in der Mauer vom Hof. Tippe auf ein Ende eines Autos, und es fährt ein Feld in diese Richtung.

## Die Namen von Zügen

# c4, nach links fahren
drive = { $way } fahren
left = nach links
right = nach rechts
up = nach oben
down = nach unten

# Was man getan hat: Du bist nach c4 gefahren.
drove = bist nach { $place } gefahren

## Wie es steht

# Nach einem Doppelpunkt, wo ein Satz im Deutschen groß beginnt.
out = Dein Auto ist draußen

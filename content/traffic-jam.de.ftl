# Was die Seiten vom Stau auf dem Hof auf Deutsch sagen.

# Was zu tun ist.
goal = Fahr dein Auto (X) durch die Lücke in der Mauer vom Hof. Tippe auf ein Ende eines Autos, und es fährt ein Feld in diese Richtung.

## Die Namen von Zügen

left = { $car } nach links
right = { $car } nach rechts
up = { $car } nach oben
down = { $car } nach unten

# Was man getan hat: Du bist mit B nach links gefahren.
drove = bist mit { $move } gefahren

## Wie es steht

# Nach einem Doppelpunkt, wo ein Satz im Deutschen groß beginnt.
out = Dein Auto ist draußen

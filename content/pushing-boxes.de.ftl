# Was die Seiten vom Kistenschieben auf Deutsch sagen.

# Was zu tun ist.
goal = Du bist ☺. Schieb jede Kiste ■ auf einen Punkt. Tippe auf ein Feld neben dir, um dorthin zu gehen, und auf eine Kiste, um sie zu schieben.

## Die Namen von Zügen

# b3, nach oben gehen
step = { $way } gehen
# b3, nach oben schieben
push = { $way } schieben
left = nach links
right = nach rechts
up = nach oben
down = nach unten

# Was man getan hat: Du hast eine Kiste nach oben geschoben.
stepped = bist { $way } gegangen
pushed = hast eine Kiste { $way } geschoben

## Wie es steht

# 1 von 3 am Platz
placed = { $count } von { $all } am Platz

# Wie es ausging, nach einem Doppelpunkt, wo ein Satz im Deutschen groß beginnt.
tidy = Jede Kiste ist an ihrem Platz
corner = Eine Kiste steht für immer in einer Ecke
blocked = Nichts lässt sich mehr bewegen

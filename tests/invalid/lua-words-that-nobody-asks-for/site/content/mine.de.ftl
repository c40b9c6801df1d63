goal = Drei in einer Reihe
playr-1 = Kreuz

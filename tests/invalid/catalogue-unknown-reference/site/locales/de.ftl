missed-win = { movs } bis zum Sieg
moves = Züge
-zug = Zug

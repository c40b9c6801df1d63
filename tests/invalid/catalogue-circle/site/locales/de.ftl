all-moves = { all-win }
all-win = { all-moves } gewinnen

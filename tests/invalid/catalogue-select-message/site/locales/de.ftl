moves = ein Zug
places =
    { moves ->
       *[other] Felder
    }

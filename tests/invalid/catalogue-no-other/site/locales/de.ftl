places =
    { $count ->
        [one] ein Feld
    }

player-c = Eve

player-a = Ann
player-b = Bob
player-a = Eve

wins = { $player gewinnt

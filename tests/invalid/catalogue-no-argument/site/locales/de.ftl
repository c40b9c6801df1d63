your-move = { $player } ist dran

to-move = { $player } gioca

goal = Zieh den vierten Strich um ein Kästchen: Dann gehört es dir (Rot x, Blau o), und du bist noch einmal dran. Die meisten Kästchen gewinnen.
player-1 = Rot
player-2 = Blau
take-1 = ein Kästchen nehmen
take-2 = zwei Kästchen nehmen
drew = zog { $line }
score = Rot hat { $red }, Blau hat { $blue }
final = { $most } zu { $least } Kästchen

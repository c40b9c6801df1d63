wins = { $palyer } gewinnt

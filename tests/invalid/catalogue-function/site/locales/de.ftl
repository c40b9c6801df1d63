places = { NUMBER($count) } Felder

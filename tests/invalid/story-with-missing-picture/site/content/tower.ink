The tower. # IMAGE: tower.png The tower at night
-> END

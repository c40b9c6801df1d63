INCLUDE rooms.ink
Up.
-> END

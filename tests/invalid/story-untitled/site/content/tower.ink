Up.
-> END

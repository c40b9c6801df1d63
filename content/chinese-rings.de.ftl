# What pages of Chinese rings say, in German.

goal = Nimm alle Ringe (o) ab. Du kannst den ersten bewegen und den nach dem ersten, der auf der Stange ist.

## Moves

take-off = nimm Ring { $ring } ab
put-on = steck Ring { $ring } auf
took-off =
    { $who ->
        [you] hast Ring { $ring } abgenommen
       *[other] hat Ring { $ring } abgenommen
    }
did-put-on =
    { $who ->
        [you] hast Ring { $ring } aufgesteckt
       *[other] hat Ring { $ring } aufgesteckt
    }

## How it stands

on =
    { $rings ->
        [0] Kein Ring ist auf der Stange
        [one] 1 Ring ist auf der Stange
       *[other] { $rings } Ringe sind auf der Stange
    }
which = Sind ungerade viele Ringe auf der Stange, beweg den ersten, sonst den anderen.
# After a colon: Gelöst: Die Stange ist leer.
free = Die Stange ist leer

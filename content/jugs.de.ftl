# What pages of the water jugs say, in German.

goal = Gieß von Krug zu Krug um, jedes Mal, bis der eine leer oder der andere voll ist.

# The name of a jug, on the board.
jug = { $size }-Liter-Krug
# How much it is.
litres =
    { $litres ->
        [one] 1 Liter
       *[other] { $litres } Liter
    }
both = { $first } und { $second } Liter
# 4 und 4 Liter sind gesucht.
wanted =
    { $amounts ->
        [one] { $litres } ist gesucht
       *[other] { $litres } sind gesucht
    }
# On a button, short: 8 in 5
pour = { $from } in { $to }
# Du hast 5 Liter aus dem 8-Liter-Krug in den 5-Liter-Krug gegossen.
poured =
    { $who ->
        [you] hast { $litres } aus dem { $from } in den { $to } gegossen
       *[other] hat { $litres } aus dem { $from } in den { $to } gegossen
    }
# After a colon: Gelöst: 4 und 4 Liter, auf den Tropfen genau.
measured = { $litres }, auf den Tropfen genau

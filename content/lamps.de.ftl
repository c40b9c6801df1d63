# What pages of the lamps say, in German.

goal = Mach alle Lampen aus. Wer eine antippt, schaltet sie um, und die daneben, darüber und darunter auch.

# What a touch does.
switch = umschalten
# Du hast b2 und alles daneben umgeschaltet.
switched =
    { $who ->
        [you] hast { $place } und alles daneben umgeschaltet
       *[other] hat { $place } und alles daneben umgeschaltet
    }
burning =
    { $lamps ->
        [one] 1 Lampe brennt
       *[other] { $lamps } Lampen brennen
    }
# How it ended, after a colon.
dark = Alles ist dunkel

# What pages of the code breaker say, in German.

goal = Denk dir einen Code aus und tippe an, wie richtig der Versuch ist: ● am Platz, ○ anderswo.

## The answers

# No digit of the guess is in the code.
nothing = nichts
# 2 am Platz, 1 woanders
meaning = { $in-place } am Platz, { $elsewhere } woanders
# Du hast ●●○ geantwortet.
answered =
    { $who ->
        [you] hast { $answer } geantwortet
       *[other] hat { $answer } geantwortet
    }

## How it stands

# 46 Codes passen.
left =
    { $codes ->
        [one] Nur ein Code passt
       *[other] { $codes } Codes passen
    }
# After a colon: Gelöst: Dein Code ist 3 6 5 2, erraten im 5. Versuch.
found = Dein Code ist { $code }, erraten im { $guesses }. Versuch

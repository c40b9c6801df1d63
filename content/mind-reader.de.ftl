# What the page that reads your mind says, in German.

player-1 = Hand
player-2 = Seite
goal = Versteck eine Münze, und tippe die Hand an. Die Seite hat schon geraten. Wer keine Münze mehr hat, verliert.

## Hands

left = links
right = rechts
# links, versteck die Münze links
hide = versteck die Münze { $hand }
hid =
    { $who ->
        [you] hast die Münze { $hand } versteckt
       *[other] hat die Münze { $hand } versteckt
    }

## What the page says

ready = Wo ist die Münze? Ich habe schon geraten
# Ich habe links gesagt: Du verlierst eine Münze
found = Ich habe { $hand } gesagt: Du verlierst eine Münze
missed = Ich habe { $hand } gesagt: Ich verliere eine Münze

## Why it has guessed as it has

first = Ich weiß noch nichts über dich, also habe ich blind geraten.
lot = Das ist neu für mich. In drei von fünf Fällen wette ich, dass du die Hand wechselst.
stayed = Letztes Mal bist du hier bei deiner Hand geblieben. Darauf wette ich wieder.
changed = Letztes Mal hast du hier die Hand gewechselt. Darauf wette ich wieder.

## The names of the rows

you = Du
page = Die Seite

## How it ended, after a colon, where a sentence has a capital in German

you-keep =
    { $coins ->
        [one] Du hast noch eine Münze
       *[other] Du hast noch { $coins } Münzen
    }
page-keeps =
    { $coins ->
        [one] Die Seite hat noch eine Münze
       *[other] Die Seite hat noch { $coins } Münzen
    }

# What pages of all games say, in German.

# Der Name der Sprache, so wie sie sich selbst nennt.
language-name = Deutsch

## Lists

# a1, b2, c3
list-comma = { $first }, { $next }
# a1, b2 und c3
list-and = { $first } und { $next }
# a1, b2 oder c3
list-or = { $first } oder { $next }
# a1, b2; c3, d4
list-semicolon = { $first }; { $next }
# hat b2 genommen und ist von c3 nach d4 gesprungen
list-then = { $first } und { $next }

## What stands between and behind other texts

# The end of a sentence: X ist am Zug.
sentence = { $text }.
# What is before a list: Obere Reihe:
label = { $text }:
# How a game ended, and why: X gewinnt: die oberste Reihe
with-reason = { $status }: { $reason }
# A game with one of its editions, or a board with one: Die Windmühle: Zu zweit
title-and-part = { $title }: { $part }
# A page and where it is, in the title of a window: X ist am Zug – Zu zweit · Nim
title-at = { $title } – { $place }
# The same after moves of the computer: Computer: b2. Du bist am Zug
title-after = Computer: { $moves }. { $title }
# A number with its thousands apart, group by group: 10.395
thousands = { $before }.{ $group }

## Whose turn it is, and how a game ended

your-move = Du bist am Zug
# 3 Züge, keiner zu viel
none-wasted = { moves }, keiner zu viel
# X ist am Zug
to-move = { $player } ist am Zug
# X gewinnt
wins = { $player } gewinnt
you-win = Du hast gewonnen
you-lose = Du hast verloren
drawn = Unentschieden
# After a colon, where a sentence has a capital in German.
nobody-wins = Niemand gewinnt
solved = Gelöst
stuck = Festgefahren
you-pass = Du kannst nicht ziehen und musst passen
# X kann nicht ziehen und muss passen
passes = { $player } kann nicht ziehen und muss passen

## Moves

# A piece and its place: e4 nach d2
piece-to-place = { $piece } nach { $place }
back = zurück
back-to-moves = zurück zu allen Zügen
# In the title of a page: b2 gewählt
chosen = { $piece } gewählt
# b2 gewählt: Klon auf a2, Sprünge auf d2 und d4; tippe auf b2, um abzubrechen
chosen-where = { $piece } gewählt: { $kinds }; tippe auf { $piece }, um abzubrechen
# The same in a puzzle.
chosen-in-puzzle = { $piece } gewählt: Tippe auf das Ziel
# Where there are too many to name them: 5 Felder
places = { $count } Felder
# What moves to some places are: Zug auf a2, Züge auf b3 und c1
kind-move =
    { $count ->
        [one] Zug auf { $places }
       *[other] Züge auf { $places }
    }

## What moves are called where a game in a file does not say it

# b2, spielen
move-place = { $place }, spielen
# a1, wählen
move-choose = { $piece }, wählen
# a2, von a1 hierher ziehen
move-from = { $place }, von { $piece } hierher ziehen
# nimm 2, on the board
take-pieces = nimm { $pieces }
# nimm 2: Reihe 1. A game can give its rows names of its own.
take-pieces-from = nimm { $pieces }: { $row }
row-number = Reihe { $row }
# 2 nach C, on the board
carry-disc = { $disc } nach { $to }
# 2 nach C, von Stab A
carry-disc-from = { $disc } nach { $to }, von Stab { $from }
# The move of who cannot or will not do anything.
pass = passen

## What was done. `done` is said by the game: hast b2 genommen

# Du hast b2 genommen.
you-did = Du { $done }.
you-again = Noch einmal.
# Der Computer hat b2 genommen.
computer-did = Der Computer { $done }.
# Du musstest passen. Der Computer: e4 nach d2, b2.
computer-did-alone = Du musstest passen. Der Computer: { $moves }.
# X hat b2 genommen.
player-did = { $player } { $done }.
# What was done where a game has no words of its own for it.
played =
    { $who ->
        [you] hast { $move } gespielt
       *[other] hat { $move } gespielt
    }

# What the last move did to a square, after its name: b2, X, gerade gesetzt
just-done =
    { $done ->
        [placed] gerade gesetzt
        [turned] gerade umgedreht
       *[left] gerade verlassen
    }
# Pieces of a row that the last move took, in brackets behind it: 3 genommen
taken = { $count } genommen
# A square that nothing can stand on.
wall = Mauer
# A place that a piece can stand on, and none does.
line = Linie

## The aim

# Du bist X. Wer drei in einer Reihe hat, gewinnt.
with-sign = { $player } ({ $sign })
you-are = Du bist { $player }. { $goal }

## What best play comes to

# in einem Zug, in 3 Zügen
in-moves =
    { $moves ->
        [one] in einem Zug
       *[other] in { $moves } Zügen
    }
# gelöst in 7 Zügen
best-solved = gelöst { in-moves }
# X gewinnt in 4 Zügen
best-wins = { $player } gewinnt { in-moves }
best-draw = unentschieden
best-endless = ohne Ende
best-unsolvable = nicht zu lösen

# What a person can get from the computer, in the list of editions: Sieg in 5 Zügen möglich
promise-win = Sieg { in-moves } möglich
promise-draw = ein Unentschieden ist ein Triumph
promise-endless = lässt sich ewig halten
promise-loss = halte durch, solange du kannst

# The same in a column of a table: Sieg in 5 Zügen
person-win = Sieg { in-moves }
person-draw =
    { $moves ->
        [one] Unentschieden nach einem Zug
       *[other] Unentschieden nach { $moves } Zügen
    }
person-endless = ohne Ende
person-loss = Niederlage

## What moves are worth, on pages with hints. The numbers count the winner's moves.

worth-win = gewinnt in { $moves }
worth-loss-now = verliert sofort
worth-loss = verliert in { $moves }
# Short, because it stands in a square: not the longer word of all other messages.
worth-draw = remis
worth-endless = ohne Ende
# Moves that are left to the goal of a puzzle.
worth-left = noch { $moves }
worth-stuck = sitzt fest

# What is said once where all moves are worth the same: Alle neun Züge führen zum Unentschieden
all-moves =
    { $count ->
        [1] Der einzige Zug
        [2] Beide Züge
        [3] Alle drei Züge
        [4] Alle vier Züge
        [5] Alle fünf Züge
        [6] Alle sechs Züge
        [7] Alle sieben Züge
        [8] Alle acht Züge
        [9] Alle neun Züge
       *[other] Alle { $count } Züge
    }
all-win =
    { $count ->
        [one] { all-moves } führt zum Sieg { in-moves }
       *[other] { all-moves } führen zum Sieg { in-moves }
    }
all-draw =
    { $count ->
        [one] { all-moves } führt zum Unentschieden
       *[other] { all-moves } führen zum Unentschieden
    }
all-lose-now =
    { $count ->
        [one] { all-moves } verliert sofort
       *[other] { all-moves } verlieren sofort
    }
all-lose =
    { $count ->
        [one] { all-moves } führt zur Niederlage { in-moves }
       *[other] { all-moves } führen zur Niederlage { in-moves }
    }
all-endless =
    { $count ->
        [one] { all-moves } führt in ein Spiel ohne Ende
       *[other] { all-moves } führen in ein Spiel ohne Ende
    }
all-reach =
    { $count ->
        [one] { all-moves } erreicht das Ziel
       *[other] { all-moves } erreichen das Ziel
    }
# Nach jedem Zug fehlen noch 2 Züge bis zum Ziel
moves-to-goal =
    { $moves ->
        [one] fehlt noch ein Zug bis zum Ziel
       *[other] fehlen noch { $moves } Züge bis zum Ziel
    }
all-leave =
    { $count ->
        [one] Nach dem einzigen Zug { moves-to-goal }
       *[other] Nach jedem Zug { moves-to-goal }
    }
all-stuck = Kein Zug führt mehr zum Ziel

# Gegen diesen Computer gilt: Alle neun Züge führen zum Unentschieden.
against-computer = Gegen diesen Computer gilt: { $worth }.
# Alle neun Züge führen zum Unentschieden.
between-people = { $worth }.
hints-know = Diese Werte wissen, wie dieser Computer antwortet.
hints-know-mistakes = Diese Werte wissen, wie dieser Computer antwortet, und kennen auch seine Fehler.
hints-expect = Diese Werte rechnen mit bestem Spiel.
numbers-of-winner = Gezählt werden die Züge des Gewinners.
numbers-to-goal = Gezählt werden die Züge, die noch bis zum Ziel fehlen.
endless-computer = Ohne Ende: Hier kann niemand mehr erreichen, als ewig im Kreis zu spielen.
endless-people = Ohne Ende: Niemand kann ein Ende erzwingen. Spielen beide ihr Bestes, geht das Spiel immer weiter.

## Antworten, auf eigenen Seiten

# Unter einem Brett: was zu der Frage danach führt, und von dort zur Antwort.
hint = Tipp
answers = Antworten
answers-title =
    { $number ->
        [1] { answers }
       *[other] { answers } { $number }
    }
answers-how = „Tipp“ unter einem Brett führt hier zu seiner Frage, „Antwort“ daneben zum Zug.
answers-how-computer = { answers-how } Jede Zeile gilt gegen diesen Computer, nicht gegen jeden Gegner.
ask-win = Hier kannst du { in-moves } gewinnen.
ask-draw = Hier kannst du ein Unentschieden erreichen.
ask-endless = Hier kannst du ewig weiterspielen.
ask-loss =
    { $moves ->
        [0] Der Computer gewinnt, was du auch tust.
       *[other] Der Computer gewinnt, spätestens { in-moves }.
    }
# Hier fehlen noch 2 Züge bis zum Ziel.
ask-goal = Hier { moves-to-goal }.
ask-stuck = Das Ziel ist nicht mehr zu erreichen.
ask-best = Bestes Spiel: { $best }.
here-win = Frühere Stellung mit Sieg
here-draw = Frühere Stellung mit Unentschieden
here-endless = Frühere Stellung ohne Ende
here-goal = Frühere Stellung mit Weg zum Ziel
one-was-mistake = Einer dieser Züge war der Fehler:
too-many-mistakes = Viele Partien führen hierher. Geh Seite für Seite zurück: Die Tipps sagen, was noch möglich war.
numbered-move = { $number }. { $move }
show-answer = Antwort
# In einer Lektion, bei Aufgaben: Schritt 2 von 6: b3 oder c3.
answer-at = { $place }: { $choices }.
# b2 oder c3: gewinnt in 3 Zügen. Auch c1: gewinnt in 4 Zügen.
answer = { $choices }: { $worth }.
# c3, dann fehlen noch 4 Züge bis zum Ziel.
answer-to-goal =
    { $moves ->
        [0] { $choices }, und das Ziel ist erreicht.
       *[other] { $choices }, dann { moves-to-goal }.
    }
# b2 oder einer von 4 anderen Zügen: gewinnt in 3 Zügen.
answer-some = { $choice } oder einer von { $count } anderen Zügen
answer-also = Auch { $choice }: { $worth }.
play-move = Spielen: { $move }
back-to-board = Zurück

## What could have been had

missed-solution = Du hättest es { in-moves } lösen können.
missed-win = Du hättest { in-moves } gewinnen können.
missed-endless = Du hättest ewig weiterspielen können.
missed-draw = Du hättest ein Unentschieden erreichen können.
missed-solution-by = Du hättest es { in-moves } lösen können, aber du { $done }.
missed-win-by = Du hättest { in-moves } gewinnen können, aber du { $done }.
missed-endless-by = Du hättest ewig weiterspielen können, aber du { $done }.
missed-draw-by = Du hättest ein Unentschieden erreichen können, aber du { $done }.

# After the best that can be had: how fast it was.
fastest = Schneller geht es nicht.
faster = Am schnellsten geht es { in-moves }.
# After a puzzle: how many moves it takes. The first is for who has wasted none.
perfect-way = Perfekt: { moves }, und kürzer geht es nicht.
shortest-way = Du hast mindestens { $least } Züge gebraucht. Es geht { in-moves }.
# After a game that nobody can win: how long it lasted.
lasted = Du hast { moves } durchgehalten. Mehr als { $most } schafft niemand.
lasted-at-least = Du hast mindestens { moves } durchgehalten. Mehr als { $most } schafft niemand.

# 3 Züge
moves =
    { $moves ->
        [one] 1 Zug
       *[other] { $moves } Züge
    }

## Links on pages of play

# The same edition from the beginning, while play goes on.
new-game = Neues Spiel
# The same after the end of a game.
play-again = Noch einmal
# The page of the game.
rules = Regeln
# The list of the puzzles that this one is of.
all-puzzles = Alle Aufgaben
hints = Werte zeigen
hide-hints = Werte ausblenden
explore = Von hier weiterspielen
explore-puzzle = Stellung der Aufgabe erkunden
# A letter with the address of the page, to the player who is to move.
send-to = An { $player } schicken
# After a game that could have gone better.
where-wrong = Wo ging es schief?
# After one that could not have gone better.
take-star = Hol dir deinen Stern
your-star = Dein Stern
# The place of a position on the map of all.
where-am-i = Karte

## Stories

stories = Geschichten
story-by = von { $author }
story-begin = Zu lesen anfangen
story-begin-number = Anfangen: { $number }. Fassung
story-counted = { $pages } Seiten, { $endings ->
    [one] 1 Ende
   *[other] { $endings } Enden
}.
story-limited = In dieser Ausgabe bleibt „{ $name }“ zwischen { $least } und { $most }.
story-shuffles =
    In dieser Ausgabe kehrt das Gemischte wieder, nach { $rounds ->
        [one] jeder Runde
       *[other] { $rounds } Runden
    }.
story-endings-read = Ein Ring ist ausgefüllt, sobald du sein Ende gelesen hast.
story-ending-of = Ende { $number } von { $count }
story-the-end = Ende
story-back = Zurück zu einer früheren Weggabelung
story-choices = Was nun?
read-this = { $title } lesen
map-of-story = Alle Seiten
map-of-story-told = Jeder Punkt ist eine Seite, jede Reihe eine Entscheidung weiter vom Anfang. Eine Karte weiß, was kommt: Sieh sie dir an, wenn du die Geschichte gelesen oder dich in ihr verlaufen hast.
map-passages = Seiten
map-ends-of-story = Seiten, auf denen sie endet

## Maps of all positions

map = Alle Stellungen
# Of the positions from which the reader can win against the computer.
map-can-win = Du kannst gewinnen
map-counted = { $positions } Stellungen, { map-ends }. Im Bild ist jeder Punkt eine Seite; kommst du von einer, hat ihr Punkt einen Ring und führt zurück.
map-ends =
    { $count ->
        [one] eine davon am Ende
       *[other] { $ends } davon am Ende
    }
map-solved =
    { $fewest ->
        [0] das Ziel, oder höchstens { $most ->
            [one] 1 Zug
           *[other] { $most } Züge
        } davor
       *[other] { $fewest } bis { $most } Züge vor dem Ziel
    }
map-solved-in = { moves } vor dem Ziel
map-distance =
    { $moves ->
        [0] das Ende
        [one] 1 Zug vor dem Ende
       *[other] { $moves } Züge vor dem Ende
    }
# Where play goes round in circles, and nobody can get more.
shake-hands = Hand drauf
goes-round = Mehr als im Kreis zu spielen erreicht hier niemand: Spiel weiter, solange du magst, oder sag: Hand drauf.

## The frame that shows a game elsewhere

# What is unfolded here.
embed = Dieses Spiel auf deiner eigenen Seite zeigen
# The line of HTML stands below.
embed-how = Kopiere diese Zeile in das HTML deiner Seite. Mit der Adresse jeder anderen Stellung geht es genauso.

## Stars

star-won = Du hast den Computer geschlagen!
star-solved = Du hast es gelöst!
star-drawn = Du hast dem Computer ein Unentschieden abgetrotzt!
star-endless = Du und der Computer gebt euch die Hand!
star-fewest = Zum Beispiel auf einem der kürzesten Wege: geschafft { in-moves }.
star-draw = Mehr als ein Unentschieden holt hier niemand, ganz gleich, wer spielt. So kann es gehen.
star-odds = Auf gut Glück gelingt das in 1 von { $tries } Spielen.
star-odds-within = Auf gut Glück gelingt das binnen { $moves } Zügen in 1 von { $tries } Spielen.
star-circles = Das Spiel dreht sich im Kreis, und mehr holt hier niemand, ganz gleich, wer spielt.

## Lessons and puzzles

# Schritt 1 von 5
step-of = Schritt { $step } von { $steps }
# The heading of the last page of a lesson.
well-done = Geschafft!
# The first page of the lesson.
begin-again = Von vorn
# Who plays a puzzle, in data.
you = du
legal-but-not-this = Der Zug ist erlaubt, aber gesucht ist ein anderer.
back-to-step = Zurück zu Schritt { $step }
# Said after a move that was to be found, before what the other side did.
right = Richtig.
not-this-one = Der ist es nicht
not-the-fastest = Nicht der schnellste
try-again = Noch ein Versuch
puzzle-of = Aufgabe { $number } von { $all }
next-puzzle = Nächste Aufgabe
skip-puzzle = Überspringen
# In a puzzle, the way to the move to find.
show-the-answer = Lösung zeigen
last-puzzle = Das war die letzte Aufgabe: weitere Spielarten
# What there is to do in a puzzle, in a list: Gewinne als X in 2 Zügen
puzzle-win = Gewinne als { $player } { in-moves }
puzzle-solve = Löse es { in-moves }
# The same on its pages: X ist am Zug: Finde den Sieg in 2 Zügen
find-win-in = { $player } ist am Zug: Finde den Sieg { in-moves }
find-win = { $player } ist am Zug: Finde den Gewinnzug
find-solution = Löse es { in-moves }
find-last = Finde den letzten Zug
# Gelöst. X gewinnt
solved-won = Gelöst. Du gewinnst

# What a wrong move costs. Von hier aus brauchst du noch 3 Züge.
moves-needed =
    { $moves ->
        [one] einen Zug
       *[other] { $moves } Züge
    }
cost-still = Von hier aus brauchst du { moves-needed }.
cost-longer =
    { $fewest ->
        [one] Von hier aus brauchst du noch { moves-needed }, nach dem richtigen Zug nur einen.
       *[other] Von hier aus brauchst du noch { moves-needed }, nach dem richtigen Zug nur { $fewest }.
    }
cost-lost = Damit hat { $player } gewonnen.
cost-loses =
    { $moves ->
        [0] Jetzt gewinnt { $player }, was du auch tust.
        [1] Jetzt kann { $player } sofort gewinnen.
       *[other] Jetzt kann { $player } { in-moves } gewinnen, was du auch tust.
    }
cost-drawn = Damit ist es unentschieden.
cost-draw = Jetzt wird es unentschieden, wenn niemand einen Fehler macht.
cost-unsolvable = Von hier aus ist es nicht mehr zu lösen.
cost-endless = Jetzt kann niemand den Sieg erzwingen.
cost-later = Auch das gewinnt, aber erst mit dem { $move }. Zug.
best-answer = { $player } antwortet: { $choices }.

## A puzzle for each day

month =
    { $month ->
        [1] Januar
        [2] Februar
        [3] März
        [4] April
        [5] Mai
        [6] Juni
        [7] Juli
        [8] August
        [9] September
        [10] Oktober
        [11] November
       *[12] Dezember
    }
day = { $day }. { month }
day-solved = ★ Der { day } gehört dir.
# 27. November: gelöst in 3 Zügen
send-day = Ergebnis schicken
day-letter = { $title }: gelöst { in-moves }
day-before = Der Tag davor
day-after = Der Tag danach
today-link = Heute
today = Das Rätsel von heute: { $game }
try-one = Versuch eins: { $game }

## Ways from one edition to another

# Spiel 3 von 16
volume-of = { $volume } von { $all }
puzzles = Aufgaben: { $title }
next-game = Nächstes Spiel: { $game }
next = Weiter: { $title }
# Stufe „Schwer“ versuchen
try-level = Stufe „{ $level }“ versuchen
# The computer makes the first move.
let-it-begin = Lass den Computer beginnen
you-begin = Du beginnst
# The same on the next board: Nächstes Brett: Die Windmühle
next-board = Nächstes Brett: { $board }

# The title of one of several volumes: Spiel 3
volume = Spiel { $number }
# What is said of a volume.
you-begin-volume = Du beginnst.
computer-begins-volume = Der Computer beginnt.

## The games, and the ways to play each

# Spielen: Gegen den Computer
play-this = Spielen: { $title }
# The page of a game, on the front page: Alle 8 Spielarten
all-ways-counted =
    { $ways ->
        [2] Beide Spielarten
       *[other] Alle { $ways } Spielarten
    }
# The same with the game, for those who do not see the page: Alle 8 Spielarten: Nim
all-ways-of = { all-ways-counted }: { $game }
# In a variant that has some of them, the way to the others: Alle 35 Spielarten: In Farbe
all-ways-there = { all-ways-counted }: { $variant }
# The page of a game that has one way to play.
the-rules = Die Regeln
# The same with the game: Die Regeln: Nim
the-rules-of = { the-rules }: { $game }
# The page of the game, after a lesson.
all-ways = Alle Spielarten
# The page of all games, and the link to it.
all-games = Alle Spiele
# In a variant that has some of them, the way to the others: Alle 29 Spiele: In Farbe
all-games-there =
    { $games ->
        [2] Beide Spiele: { $variant }
       *[other] Alle { $games } Spiele: { $variant }
    }
# The heading of the ways to play a game, and in books a link to the first position.
play = Spielen
# The computer begins. It stands beside “Du beginnst”.
it-begins = Er beginnt
# The same with the level, in books: Leicht, du beginnst
level-you-begin = { $level }, du beginnst
# Leicht, er beginnt
level-it-begins = { $level }, er beginnt
# What each of several volumes promises: jedes Mal: Sieg in 5 Zügen möglich
each-promise = jeweils: { $promise }
# The heading of e-books and other files of a game.
take-along = Zum Mitnehmen

## Pages of words

# The headings of a text, for those who do not see that it is a list of them.
contents = Inhalt
# What is before the headings of a text, in a line: Auf dieser Seite: Die Regeln, Ein wenig Geschichte.
on-this-page = Auf dieser Seite:
# The page before this one in its folder: ← Schreiben
previous-page = ← { $title }
# The page after it: Themes →
next-page = { $title } →
# Below the title of a list of puzzles, each of which tells a luck: Auf gut Glück: 1 von 6.
luck-is = „Auf gut Glück“ sagt, wie oft man die Lösung findet, wenn man aufs Geratewohl zieht.

# What stands last where a list of puzzles is printed.
# A move to find, and the replies to it: b3 (c1)

# The parts of a list of puzzles.
puzzles-easy = Leicht
puzzles-harder = Schwerer
puzzles-hard = Schwer
all-pages = Alle Seiten
against-the-computer = Gegen den Computer
all-stars = Alle Sterne
read = Lesen
stars-legend = Ein Kästchen ist voll, sobald du dort warst, ein Stern, sobald du ihn gewonnen hast.
rings-legend = Der Ring um einen Stern gehört dem, der keinen Zug verschwendet.
stars-counted =
    { $count ->
        [one] 1 Stern. Er ist voll, sobald du ihn gewonnen hast.
       *[other] { $count } Sterne. Jeder ist voll, sobald du ihn gewonnen hast.
    }
# The same where but some of the site's are.
stars-counted-of = { $count } von { $all } Sternen. Jeder ist voll, sobald du ihn gewonnen hast.
not-found = Seite nicht gefunden
not-found-why = Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie umgezogen, oder in der Adresse ist ein Tippfehler. Hier geht es weiter:
puzzle = Aufgabe { $number }
# Gewinne als X in 2 Zügen. Auf gut Glück: 1 von 6.
puzzle-card = { $task }. Auf gut Glück: 1 von { $tries }.
# Gewinne als X in 2 Zügen auf dem Brett „Die Windmühle“. Auf gut Glück: 1 von 6.
puzzle-card-on-board = { $task } auf dem Brett „{ $board }“. Auf gut Glück: 1 von { $tries }.
# The size of a file in thousands of bytes: 921 KB
kilobytes = { $count } KB
# The same in millions of bytes, with the tenths: 1,4 MB
megabytes = { $count },{ $tenths } MB
# E-Book, 921 KB
e-book = E-Book, { $size }
one-file = Eine Datei, { $size }

## Books

book-subject = Spiele
book-subject-story = Interaktive Literatur
book-cover-page = Umschlag
book-cover = Umschlag: { $title }
book-contents = Inhalt
book-accessibility = Jedes Brett ist eine Tabelle, in deren Zellen Text steht. Jeder Zug ist ein Link, der sagt, wohin er führt.
book-accessibility-story = Die Geschichte ist Text. Jede Wahl ist ein Link, der sagt, was gewählt wird.
how-to-play = So wird gespielt

## Pictures of boards, for those who do not see them

picture-grid = Zeile für Zeile von oben: { $parts }.
picture-empty = leer
picture-wall = Mauer
picture-hole = Loch
picture-line = Linie
picture-pegs = Die Scheiben auf jedem Stab von unten, 1 ist die kleinste. { $parts }.
picture-no-discs = leer
picture-heaps = Die Steine in jeder Reihe. { $parts }.
# A: 3, 2, 1
picture-part = { $name }: { $content }

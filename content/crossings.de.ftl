# Was Seiten der Flussüberquerungen sagen, auf Deutsch.

goal = Bring alle über den Fluss, und niemanden ins Unglück.

scene =
    { $now }
    Hüben: { $near }.
    Drüben: { $far }.
list-2 = { $a } und { $b }
list-3 = { $a }, { $b } und { $c }
take-far = bring { $crew } hinüber
take-near = hol { $crew } zurück
take-far-done = hast { $crew } hinübergebracht
take-near-done = hast { $crew } zurückgeholt
let-far = lass { $crew } hinüberrudern
let-near = lass { $crew } zurückrudern
let-far-done = hast { $crew } hinüberrudern lassen
let-near-done = hast { $crew } zurückrudern lassen

## Wolf, Ziege und Kohlkopf

wolf-begins = Du kommst vom Markt, mit einem Wolf, einer Ziege und einem Kohlkopf. Das Boot trägt dich und eins davon.
wolf-rule = Ohne dich frisst der Wolf die Ziege, und die Ziege frisst den Kohl
wolf-near = Das Boot schaukelt hüben im Schilf, wo du hergekommen bist.
wolf-far = Das Boot liegt drüben. Von hier aus riechst du schon deine eigene Küche.
wolf-solved = Daheim! Der Wolf gähnt, die Ziege meckert, und der Kohlkopf ist so frisch wie heute Morgen.
wolf-lost = Hinter deinem Rücken, überm Wasser, kaut jemand.
wolf-solved-end = Alle sind drüben, und niemand wurde gefressen
wolf-lost-end = Jemand hat schon zu Mittag gegessen
wolf-wolf = den Wolf
wolf-goat = die Ziege
wolf-cabbage = den Kohlkopf
wolf-yourself = nur dich selbst
wolf-000 = niemand als ein Reiher
wolf-100 = der Wolf, der unschuldig zu schauen übt
wolf-010 = die Ziege, die sich mit Disteln begnügt
wolf-001 = der Kohlkopf, dem es gleich ist
wolf-101 = der Wolf und der Kohlkopf, die einander nichts zu sagen haben
wolf-110 = der Wolf, der sich das Maul leckt, und keine Ziege mehr
wolf-011 = die Ziege, sehr zufrieden, und ein grünes Blatt
wolf-111 = der Wolf, der die Ziege gefressen hat, und der Kohlkopf, der alles mit ansah
wolf-000-with-you = du, in Gesellschaft zweier Ruder
wolf-100-with-you = du und der Wolf, der bei Fuß geht wie ein Lamm
wolf-010-with-you = du und die Ziege, die an deinem Ärmel knabbert
wolf-001-with-you = du, den Kohlkopf unterm Arm
wolf-101-with-you = du, der Wolf und der Kohlkopf, eine stille Runde
wolf-110-with-you = du, und links und rechts von dir der Wolf und die Ziege
wolf-011-with-you = du und die Ziege, und der Kohlkopf, den du hoch in die Luft hältst
wolf-111-with-you = du, der Wolf, die Ziege und der Kohlkopf, und alle benehmen sich

## Imker und Bären

bears-begins = Drei Imker bringen ihren Honig zum Markt, und drei Bären helfen tragen. Das Boot fasst zwei, und rudern können alle.
bears-rule = Wo Imker sind, aber noch mehr Bären, fressen die Bären den Honig
bears-near = Das Boot liegt hüben, mit Tatzenspuren auf der Bank.
bears-far = Das Boot liegt drüben und klebt inzwischen ein wenig.
bears-solved = Alle sechs sind drüben, und die Gläser sind voll. Jeder Bär bekommt eins, weil er so brav war.
bears-lost = Irgendwo ploppt ein Deckel.
bears-solved-end = Alle sind drüben, und der Honig auch
bears-lost-end = Der Honig ist weg
bears-both = einen Imker und einen Bären
bears-two-big = zwei Imker
bears-two-small = zwei Bären
bears-big = einen Imker
bears-small = einen Bären
bears-00 = niemand als ein paar Bienen
bears-01 = ein Bär, der vor sich hin brummt
bears-02 = zwei Bären auf Brombeersuche
bears-03 = drei Bären beim Bockspringen
bears-10 = ein Imker, der ein Lied pfeift
bears-11 = ein Imker und ein Bär, die vom Wetter reden
bears-20 = zwei Imker ohne Hut
bears-21 = zwei Imker und ein Bär, der fragt, was in den Gläsern ist
bears-22 = zwei Imker und zwei Bären, die einander im Auge behalten
bears-30 = drei Imker, die den Honig für sich haben
bears-31 = drei Imker und ein Bär, der kein Wässerchen trübt
bears-32 = drei Imker und zwei Bären, die etwas abzählen
bears-33 = drei Imker und drei Bären, Nase an Nase
bears-trouble = mehr Bären als Imker, und gleich auch mehr Bären als Gläser

## Große und kleine Geschwister

children-begins = Anna, Ben und Clara haben ihre kleinen Geschwister dabei: Anna den Anton, Ben die Bella, Clara den Carl. Das Boot fasst zwei, und rudern können alle.
children-rule = Wo große Kinder sind, aber das eigene nicht, da weint ein kleines
children-near = Das Boot liegt hüben, und es ist Sand darin.
children-far = Das Boot liegt drüben, wo der Kuchen ist.
children-solved = Alle sechs sind drüben, nass bis zu den Knien, und niemand hat geweint. Jetzt gibt es Kuchen.
children-lost = Übers Wasser tönt Geheul.
children-solved-end = Alle sind drüben, und niemand hat geweint
children-lost-end = Es gibt Tränen
children-00 = niemand als eine Ente
children-01 = { $small }, mit einem Staudamm beschäftigt und ohne Heimweh
children-02 = { $small }, bis zu den Knien im Wasser
children-03 = { $small } auf Piratenfahrt, weit weg von allen Großen
children-10 = { $big }, tröstend von ferne
children-11 = { $big } mit { $small }, Hand in Hand
children-20 = { $big }, tröstend von ferne
children-21 = { $big } mit { $small }, und für jede Hand ist jemand da
children-22 = { $big } mit { $small } auf den Schultern
children-30 = { $big }, die sich endlich einmal hinsetzen
children-31 = { $big } und { $small }, mit Absicht Sieger in jedem Spiel
children-32 = { $big }, die für { $small } ein Märchen erzählen
children-33 = { $big }, jedes mit einer kleinen Hand in der Hand: { $small }
children-trouble = { $big } mit { $small }, und eins von den Kleinen weint bitterlich

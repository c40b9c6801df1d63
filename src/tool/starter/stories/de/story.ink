# title: Die letzte Fähre
# author: Dein Name
VAR has_coin = false

# place: Am Kai
Die letzte Fähre läutet ihre Glocke. Vom Meer zieht Regen heran, und deine Taschen sind leer.
* [Unter der Bank nachsehen.]
    Du findest eine Münze, noch warm von der Möwe, die darauf saß.
    ~ has_coin = true
* [Geradewegs zum Tor gehen.]
    Laut klingen deine Schritte auf den Planken.
- -> gate

=== gate ===
# place: Am Tor
Der Fährmann hält die Hand auf. „Eine Münze oder ein guter Grund.“
+ {has_coin} [Ihm die Münze geben.]
    Er beißt darauf, nickt und hebt das Seil. -> aboard
+ [„Meine Mutter wohnt auf der Insel.“]
    „Alle Mütter wohnen auf der Insel“, sagt er, aber er hebt das Seil. -> aboard
+ [Umkehren.]
    Die Lichter der Fähre werden klein. Du schläfst auf der Bank, und es regnet nicht. # ending: Die Bank
    -> END

=== aboard ===
Hinter dir erlischt der Kai wie eine Kerze. {has_coin:Die Möwe fliegt voraus und fragt nach ihrer Münze.|Dem Meer schuldest du noch einen Grund.} # ending: Die Insel
-> END

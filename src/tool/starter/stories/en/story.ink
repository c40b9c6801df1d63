# title: The Last Ferry
# author: Your name
VAR has_coin = false

# place: The quay
The last ferry rings its bell. Rain is coming in from the sea, and your pockets are empty.
* [Look under the bench.]
    You find a coin, still warm from the gull that sat on it.
    ~ has_coin = true
* [Walk straight to the gate.]
    Your steps sound loud on the planks.
- -> gate

=== gate ===
# place: The gate
The ferryman holds out his hand. "One coin, or one good reason."
+ {has_coin} [Give him the coin.]
    He bites it, nods, and lifts the rope. -> aboard
+ ["My mother lives on the island."]
    "Everyone's mother lives on the island," he says, but he lifts the rope. -> aboard
+ [Turn back.]
    The lights of the ferry grow small. You sleep on the bench, and it does not rain. # ending: The bench
    -> END

=== aboard ===
The quay goes out behind you like a candle. {has_coin:The gull flies ahead, asking for its coin.|You still owe a reason to the sea.} # ending: The island
-> END

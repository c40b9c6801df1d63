-> start
=== start
-> hub
=== hub
That was {TURNS_SINCE(-> start)} turns ago.
+ [Again] -> hub
+ [Go] -> END

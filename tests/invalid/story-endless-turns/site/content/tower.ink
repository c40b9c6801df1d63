-> hub
=== hub
It is the turn {TURNS()}.
+ [Again] -> hub
+ [Go] -> END

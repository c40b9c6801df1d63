-> hub
=== hub
You throw {RANDOM(1, 6)}.
+ [Again] -> hub
+ [Go] -> END

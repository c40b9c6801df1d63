VAR turns = 0
-> hub
=== hub
{turns}
+ [Again]
  ~ turns = turns + 1
  -> hub
+ [Go] -> END

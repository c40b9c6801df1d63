VAR weight = 1.0
-> hub
=== hub
It weighs {weight}.
+ [Halve it]
  ~ weight = weight + 0.5
  -> hub
+ [Go] -> END

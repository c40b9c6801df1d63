VAR way = ""
-> hub
=== hub
You went {way}.
+ [North]
  ~ way = way + "n"
  -> hub
+ [Go] -> END

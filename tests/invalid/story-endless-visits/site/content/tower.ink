-> hub
=== hub
You were here {hub} times.
+ [Out] -> yard
+ [Go] -> END
=== yard
Grass.
+ [In] -> hub

-> hub ->
-> END
=== hub
Deeper?
+ [Deeper] -> hub ->
  ->->
+ [Up] ->->

VAR anger = 0
-> hub
=== hub
You are {anger} times as angry.
+ [Be angry]
  ~ anger = anger + 1
  -> hub
+ [Go] -> END

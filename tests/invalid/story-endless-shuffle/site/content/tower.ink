-> hub
=== hub
{~Rain.|Sun.|Snow.}
+ [Again] -> hub
+ [Go] -> END

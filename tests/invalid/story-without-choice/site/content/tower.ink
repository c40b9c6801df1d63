-> hub
=== hub
On and on.
-> hub

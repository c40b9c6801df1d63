INCLUDE ../../secret.txt

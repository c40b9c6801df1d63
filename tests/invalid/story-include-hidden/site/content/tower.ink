Up.
- (here)
/*/ It is
no story. */ INCLUDE secret.txt // Nor is this.
-> END

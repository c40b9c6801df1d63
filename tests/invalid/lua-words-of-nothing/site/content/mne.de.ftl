goal = Drei

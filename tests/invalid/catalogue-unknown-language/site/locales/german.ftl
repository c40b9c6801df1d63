your-move = Du bist dran

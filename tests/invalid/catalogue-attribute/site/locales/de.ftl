your-move = Du bist dran
    .title = Dran

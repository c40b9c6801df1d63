take = nimm

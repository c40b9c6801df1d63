your-move = Du bist drän

your-move = Du bist <b class="x">dran</b>

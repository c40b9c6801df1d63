-- Achi, from Ghana: Tapatan with four men each. When all are placed, one place is free. Whoever cannot go there loses.
return variant("tapatan.lua", {
  goal = "Place four men, then slide them along the lines. Three in a row wins, and whoever cannot move loses.",
  summary = "Four men each, first placed and then slid to the one free place; three in a row wins",
  start = function() return { turn = 1, at = {}, left = 8 } end,
})

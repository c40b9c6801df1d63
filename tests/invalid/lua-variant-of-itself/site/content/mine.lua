return variant("mine.lua", {})

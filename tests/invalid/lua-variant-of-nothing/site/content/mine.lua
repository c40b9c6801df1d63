return variant("yours.lua", {})

take-from = prendi { $pieces } dalla { row }

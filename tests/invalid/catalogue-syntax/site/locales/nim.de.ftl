take = nimm { $pieces }
take-from nimm { $pieces }

// Returns the names of the elements that are moving from the previous page, with their old and new places.
return document.getAnimations()
    .map(({ effect }) => [effect.pseudoElement, effect.getKeyframes().map(frame => frame.transform)])
    .filter(([part, frames]) => part && part.includes('group(d') && new Set(frames).size > 1)
    .map(([part]) => part);

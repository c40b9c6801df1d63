// The names of what is being moved from the page before, with where it came from and goes to.
return document.getAnimations()
    .map(({ effect }) => [effect.pseudoElement, effect.getKeyframes().map(frame => frame.transform)])
    .filter(([part, frames]) => part && part.includes('group(d') && new Set(frames).size > 1)
    .map(([part]) => part);

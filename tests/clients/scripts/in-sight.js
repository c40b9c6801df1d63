// The goal and the status are in sight, and nothing has to be scrolled.
const inside = found => {
    const box = document.querySelector(found).getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
};
return ['main h2', 'main table', 'main .goal', 'nav'].map(inside)

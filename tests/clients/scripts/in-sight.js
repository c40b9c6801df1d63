// Checks that the goal and the status are visible, and nothing needs scrolling.
const inside = found => {
    const box = document.querySelector(found).getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
};
return ['main h2', 'main table', 'main .goal', 'nav'].map(inside)

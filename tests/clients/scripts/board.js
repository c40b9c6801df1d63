// Returns the place and the size of the board.
const board = window.document.querySelector('main > table');
if (!board) return [];
const { left, top, width, height } = board.getBoundingClientRect();
return [[left, top, width, height].map(number => number.toFixed(2)).join(' ')];

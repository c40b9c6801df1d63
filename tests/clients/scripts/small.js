// Returns links to editions that are hard to touch. Stars are not for touching.
const wrong = new Set();
const ways = '.ways a, .levels a, .volumes a, .entries a, .contents a, .files a';
for (const link of window.document.querySelectorAll(ways)) {
    if (link.closest('svg')) continue;
    const { width, height } = link.getBoundingClientRect();
    if (Math.min(width, height) < 24) wrong.add(`${link.textContent} is ${width} x ${height}`);
}
return [...wrong];

// Returns complaints about the sizes of elements on a page. A link within a text need not be large, and without a
// stylesheet the navigation is a text.
const { document } = window, wrong = [], width = window.innerWidth;
const box = element => element.getBoundingClientRect();
const over = document.documentElement.scrollWidth - width;
if (over > 0) wrong.push(`${over} px wider than ${width}`);
// What an element clips is not visible.
for (const element of document.querySelectorAll('main *')) {
    if (window.getComputedStyle(element).overflowX !== 'hidden') continue;
    const cut = element.scrollWidth - element.clientWidth;
    if (cut > 1) wrong.push(`${cut} px of ${element.className} cut off`);
}
for (const table of document.querySelectorAll('main > table')) {
    const { left, right } = box(table);
    if (left < 0 || right > width) wrong.push(`a board from ${left} to ${right}`);
}
const styled = document.querySelector('link[rel=stylesheet]') ? ', main > .words a, body > nav a' : '';
for (const link of document.querySelectorAll('main > table a' + styled)) {
    // A small frame omits further links.
    if (!link.checkVisibility()) continue;
    const { width, height } = box(link);
    // The letters of `f2` are a little narrower than a square of their size, and have space around them.
    if (Math.min(width, height) < (styled ? 24 : 23)) wrong.push(`${link.textContent} is ${width} x ${height}`);
}

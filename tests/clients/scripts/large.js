// On e-ink, if a page is higher than wide, a square, a disc or a piece takes at least a tenth of the width.
const touchable = 'main > table.grid td, main > table.walled td, main:not(.text) > table a';
if (width > 700 && window.innerHeight > width) for (const touched of document.querySelectorAll(touchable)) {
    if (box(touched).width < width / 10) wrong.push(`${touched.textContent} is ${box(touched).width} px wide`);
}
return wrong;

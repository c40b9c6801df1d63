// Returns texts on a board that extend beyond their cells, for example words that are too long for a piece or a button.
// A shadow around letters counts as background, and a text can be a little higher than its letters.
const { document } = window, wrong = new Set(), clear = 'rgba(0, 0, 0, 0)';
const isGround = style => style.backgroundColor !== clear || style.backgroundImage !== 'none'
    || style.textShadow !== 'none' || parseFloat(style.borderTopWidth) > 0;
// A link that is a block can be larger than its cell.
const isCell = element => element.matches('td, th, a') && window.getComputedStyle(element).display !== 'inline';
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
    const words = texts.currentNode.textContent.trim(), { parentElement } = texts.currentNode;
    const table = parentElement.closest('main:not(.text) > table');
    if (!words || !table || window.getComputedStyle(parentElement).webkitTextFillColor === clear) continue;
    let ground = parentElement;
    while (!isCell(ground) && !isGround(window.getComputedStyle(ground))) ground = ground.parentElement;
    const box = ground.getBoundingClientRect(), isHigh = isCell(ground);
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const { left, top, right, bottom, width } of range.getClientRects()) {
        const over = Math.max(box.left - left, right - box.right, isHigh ? 0 : Math.max(box.top - top, bottom - box.bottom) - 3);
        if (width > 0 && over > 1) wrong.add(`${words} sticks out by ${over.toFixed(1)} px`);
    }
}
return [...wrong];

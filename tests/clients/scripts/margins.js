// Returns texts in the margin of a text page, for example from a hanging indent without space for it.
const { document } = window, wrong = [], main = document.querySelector('main');
const { paddingLeft, paddingRight } = window.getComputedStyle(main), box = main.getBoundingClientRect();
const from = box.left + parseFloat(paddingLeft) - 1, to = box.right - parseFloat(paddingRight) + 1;
const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
    const words = texts.currentNode.textContent.trim(), range = document.createRange();
    if (!words || texts.currentNode.parentElement.closest('pre, table')) continue;
    range.selectNodeContents(texts.currentNode);
    if ([...range.getClientRects()].some(({ left, right }) => left < from || right > to)) wrong.push(words.slice(0, 40));
}
return wrong.length ? [`in the margin: ${wrong.join(', ')}`] : [];

// Returns visible texts that are too small. Marks on a picture are not texts.
const { document } = window, wrong = [];
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim(), element = texts.currentNode.parentElement;
    const style = window.getComputedStyle(element);
    if (!text || style.webkitTextFillColor === 'rgba(0, 0, 0, 0)' || !element.checkVisibility()) continue;
    if (element.closest('.picture table')) continue;
    const least = element.closest('main:not(.text) > table a small') ? 14 : 12;
    if (parseFloat(style.fontSize) < least) wrong.push(`${text} has ${style.fontSize}`);
}
return wrong;

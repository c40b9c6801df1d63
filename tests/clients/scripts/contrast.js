// Returns the contrast of each text with its background, in colour and in 16 shades of grey. Text in the colour of its
// background is not meant to be read.
const { document } = window, wrong = new Set();
const linear = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const grey = ([r, g, b]) => Array(3).fill(Math.round((0.299 * r + 0.587 * g + 0.114 * b) / 17) * 17);
// A pixel has any colour as red, green and blue.
const dot = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const rgba = colour => {
    dot.clearRect(0, 0, 1, 1);
    dot.fillStyle = colour;
    dot.fillRect(0, 0, 1, 1);
    return [...dot.getImageData(0, 0, 1, 1).data];
};
const ratio = (one, two) => {
    const [a, b] = [luminance(one), luminance(two)].sort((a, b) => b - a);
    return (a + 0.05) / (b + 0.05);
};
const behind = element => {
    for (let e = element; e; e = e.parentElement) {
        const color = rgba(window.getComputedStyle(e).backgroundColor);
        if (color[3] > 0) return color;
    }
    return rgba(window.getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'black' : 'white');
};
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim(), element = texts.currentNode.parentElement;
    const style = window.getComputedStyle(element);
    if (!text || style.webkitTextFillColor === 'rgba(0, 0, 0, 0)') continue;
    const [front, back] = [rgba(style.color), behind(element)];
    if (front.join() === back.join()) continue;
    for (const [kind, as] of [['in colour', c => c], ['in grey', grey]]) {
        const found = ratio(as(front), as(back));
        if (found < 4.5) wrong.add(`${text} has a contrast of ${found.toFixed(2)} ${kind}`);
    }
}
return [...wrong];

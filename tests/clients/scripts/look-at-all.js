// Shows pages in a frame one after the other, in several sizes, and gives what a function says of the frame's window,
// where that is anything.
const [pages, sizes, look, done] = arguments;
const say = new Function('window', look);
document.body.innerHTML = '';
const frame = document.createElement('iframe');
frame.style.border = 0;
document.body.append(frame);
const said = [];
let next = 0;
frame.onload = () => {
    if (next > 0) for (const [width, height] of sizes) {
        Object.assign(frame.style, { width: width + 'px', height: height + 'px' });
        const words = say(frame.contentWindow);
        if (words.length) said.push(`${width}x${height} ${pages[next - 1]}: ${words.join(', ')}`);
    }
    if (next === pages.length) done(said);
    else frame.src = pages[next++];
};
frame.src = 'about:blank';

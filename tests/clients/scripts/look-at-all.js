// Shows pages in a frame one after the other, each in the sizes of its checks, and returns the complaints of these about
// the frame's window. Each page is given with the indices of its checks.
const [pages, looks, done] = arguments;
for (const look of looks) look.say = new Function('window', look.script);
document.body.innerHTML = '';
const frame = document.createElement('iframe');
frame.style.border = 0;
document.body.append(frame);
const said = [];
const look = ([url, numbers]) => {
    const sizes = new Map();
    for (const number of numbers) for (const size of looks[number].sizes) {
        sizes.set(size.join('x'), [...sizes.get(size.join('x')) ?? [], looks[number]]);
    }
    for (const [size, looks] of sizes) {
        const [width, height] = size.split('x');
        Object.assign(frame.style, { width: width + 'px', height: height + 'px' });
        for (const { name, say } of looks) {
            const words = say(frame.contentWindow);
            if (words.length) said.push([name, size, url, words.join(', ')]);
        }
    }
};
let next = 0;
frame.onload = () => {
    if (next > 0) look(pages[next - 1]);
    if (next === pages.length) done(said);
    else frame.src = pages[next++][0];
};
frame.src = 'about:blank';

// Loads pages one after the other in a frame of a page that scripts can change, and tries all links that scripts could
// be behind.
const [pages, done] = arguments;
const wrong = [];
const frame = document.createElement('iframe');
document.body.append(frame);
const load = page => new Promise(ready => {
    const late = setTimeout(ready, 500);
    frame.onload = () => setTimeout(() => { clearTimeout(late); ready(); }, 20);
    frame.src = page;
});
(async () => {
    for (const page of pages) {
        window.hit = 0;
        await load(page);
        const inner = frame.contentDocument;
        for (const link of inner ? inner.querySelectorAll('a, area') : []) {
            if (['javascript:', 'vbscript:', 'data:'].includes(link.protocol)) {
                link.click();
                await new Promise(ready => setTimeout(ready, 20));
            }
        }
        for (const element of inner ? inner.querySelectorAll('main *') : []) {
            for (const kind of ['mouseenter', 'pointerover', 'focus', 'error', 'toggle'])
                element.dispatchEvent(new Event(kind));
        }
        if (window.hit) wrong.push(page);
    }
    done(wrong);
})();

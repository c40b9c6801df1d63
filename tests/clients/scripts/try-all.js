// Loads pages in frames of a page that scripts can change, follows all links that could run scripts, and returns the
// pages that ran something. Tries many pages at once; if one of them ran something, tries each alone.
const [pages, done] = arguments;
const pause = time => new Promise(ready => setTimeout(ready, time));
const attempt = async page => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    await new Promise(ready => {
        setTimeout(ready, 2000);
        frame.onload = ready;
        frame.src = page;
    });
    await pause(20);
    const inner = frame.contentDocument;
    for (const link of inner ? inner.querySelectorAll('a, area') : []) {
        if (['javascript:', 'vbscript:', 'data:'].includes(link.protocol)) {
            link.click();
            await pause(20);
        }
    }
    for (const element of inner ? inner.querySelectorAll('main *') : []) {
        for (const kind of ['mouseenter', 'pointerover', 'focus', 'error', 'toggle'])
            element.dispatchEvent(new Event(kind));
    }
    frame.remove();
};
const thatRan = async pages => {
    window.hit = 0;
    await Promise.all(pages.map(attempt));
    if (!window.hit) return [];
    if (pages.length === 1) return pages;
    const ran = [];
    for (const page of pages) ran.push(...await thatRan([page]));
    return ran;
};
(async () => {
    const ran = [];
    for (let start = 0; start < pages.length; start += 10) ran.push(...await thatRan(pages.slice(start, start + 10)));
    done(ran);
})();

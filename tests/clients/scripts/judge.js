// Checks everything in WCAG 2.2 at the levels A and AA, and that names begin with the visible text.
const [done] = arguments;
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
axe.run(document, { runOnly: { type: 'tag', values: tags }, rules: { 'label-content-name-mismatch': { enabled: true } } })
    .then(({ violations, passes }) => done([
        violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
        passes.map(({ id }) => id),
    ]));

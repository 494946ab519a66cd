const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
  code { font-family: ui-monospace, monospace; } pre { overflow-x: auto; padding: 1rem; border: 1px solid; }
  dt { font-weight: 600; margin-top: 1rem; }`;

/** What operations that anyone may read as a page have in common. */
export const publicPage = {
  method: "GET",
  tag: "Documentation",
  audience: "none",
  head: true,
  extension: true,
} as const;

export const caching = { "cache-control": "public, max-age=300" };

/** A page that loads nothing else. */
export function page(title: string, body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style>${head}</head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
}

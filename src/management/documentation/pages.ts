import type { Context } from "../../calls/context.ts";
import { pathPrefix } from "../../http/path-prefix.ts";

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
  code { font-family: ui-monospace, monospace; } pre { overflow-x: auto; padding: 1rem; border: 1px solid; }
  dt { font-weight: 600; margin-top: 1rem; }`;

/** A page that loads nothing else. */
export function page(title: string, body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style>${head}</head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The page at `/` for browsers, which continue to the console. Programs send a key there. */
export function credentialPage({ config }: Context): string {
  const prefix = escapeHtml(pathPrefix(config.publicUrl));
  return page(
    "Vingate",
    `<p>The <a href="${prefix}/console">console</a> is the web application. Programs send an API key to see its credits:</p>
<pre><code>curl -H "api-key: $KEY" ${escapeHtml(config.publicUrl)}/</code></pre>
<ul><li><a href="${prefix}/openapi.json">OpenAPI document</a></li>
<li><a href="${prefix}/docs/errors">Error codes</a></li>
<li><a href="${prefix}/identity">About this service</a></li></ul>`,
    `<meta http-equiv="refresh" content="0; url=${prefix}/console">`,
  );
}

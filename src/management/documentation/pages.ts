import type { Context } from "../../calls/context.ts";
import { pathPrefix } from "../../http/path-prefix.ts";

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
  code { font-family: ui-monospace, monospace; } pre { overflow-x: auto; padding: 1rem; border: 1px solid; }
  dt { font-weight: 600; margin-top: 1rem; }`;

/** A page that needs nothing but itself. */
export function page(title: string, body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style>${head}</head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** What a browser sees at `/`, where programs send their key: it is led to the console. */
export function credentialPage({ config }: Context): string {
  const prefix = escapeHtml(pathPrefix(config.publicUrl));
  return page(
    "Vingate",
    `<p>The <a href="${prefix}/console">console</a> is for people. Programs send a subscription key to see its credits:</p>
<pre><code>curl -H "api-key: $KEY" ${escapeHtml(config.publicUrl)}/</code></pre>
<ul><li><a href="${prefix}/openapi.json">The operations, as OpenAPI</a></li>
<li><a href="${prefix}/docs/errors">What the errors mean</a></li>
<li><a href="${prefix}/identity">About this service</a></li></ul>`,
    `<meta http-equiv="refresh" content="0; url=${prefix}/console">`,
  );
}

import { type Context, endpoint } from "../../calls/context.ts";
import { errors } from "../../http/errors.ts";
import { pathPrefix } from "../../http/path-prefix.ts";

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
  code { font-family: ui-monospace, monospace; } pre { overflow-x: auto; padding: 1rem; border: 1px solid; }
  dt { font-weight: 600; margin-top: 1rem; }`;

function page(title: string, body: string, head = ""): string {
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

function errorList(): string {
  const items = Object.entries(errors).map(
    ([code, { status, title, meaning }]) =>
      `<dt id="${code}">${status} <code>${code}</code> · ${title}</dt><dd>${meaning}</dd>`,
  );
  const invalid =
    "<dt>422 · Invalid request</dt><dd><code>detail</code> lists every refused input: its place (<code>loc</code>), the reason (<code>msg</code>), and its value (<code>input</code>). An <code>input</code> that is or may hold a secret is shown as <code>[redacted]</code>, one of more than 2 KiB as <code>[omitted: longer than 2 KiB]</code>.</dd>";
  return `<p>Errors are problem documents (RFC 9457); <code>code</code> is one of these.</p><dl>${items.join("\n")}${invalid}</dl>`;
}

export const pageEndpoints = [
  endpoint({
    id: "getErrorsPage",
    method: "GET",
    path: "/docs/errors",
    tag: "Documentation",
    summary: "What each error code means, for people",
    audience: "none",
    responseType: "text/html",
    head: true,
    extension: true,
    handle: () => ({
      body: page("Errors", errorList()),
      type: "text/html; charset=utf-8",
    }),
  }),
];

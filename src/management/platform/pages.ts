import { type Context, endpoint } from "../../calls/context.ts";
import { errors } from "../../http/errors.ts";

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
  code { font-family: ui-monospace, monospace; } pre { overflow-x: auto; padding: 1rem; border: 1px solid; }
  dt { font-weight: 600; margin-top: 1rem; }`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** What a browser sees at `/`, where programs send their key. */
export function credentialPage(context: Context): string {
  const url = escapeHtml(context.config.publicUrl);
  return page(
    "Vingate",
    `<p>This is a vehicle-data service for programs. Send a subscription key to see its credits:</p>
<pre><code>curl -H "api-key: $KEY" ${url}/</code></pre>
<ul><li><a href="/openapi.json">The operations, as OpenAPI</a></li>
<li><a href="/docs/errors">What the errors mean</a></li>
<li><a href="/identity">About this service</a></li></ul>`,
  );
}

const meanings: Readonly<Record<keyof typeof errors, string>> = {
  bad_request:
    "The path, a header or the body cannot be decoded. Send UTF-8 and well-formed percent-escapes.",
  not_authenticated:
    "The credential is missing. Lookups take x-AuthKey; all other operations take Authorization.",
  invalid_credential: "The credential is unknown or mistyped, or it has expired or was revoked.",
  credits_exhausted: "The subscription has no credits left. Nothing was charged.",
  forbidden: "The credential is valid, but it may not do this.",
  ip_not_allowed: "The product of this subscription does not allow calls from this address.",
  api_not_in_product: "The subscription's product does not contain this API.",
  subscription_inactive: "The subscription is not active; the answer names its state.",
  vehicle_not_found: "No such vehicle is known. Nothing was charged, unless the product charges misses.",
  record_not_found:
    "The vehicle is known, but this service has no record of it. That proves nothing about the vehicle.",
  not_found: "Nothing exists at this address, or it belongs to another account.",
  method_not_allowed:
    "The address exists, but it does not take this method; the Allow header lists the methods it takes.",
  not_acceptable: "None of the formats that were asked for is available.",
  conflict: "The object exists already, or its state does not allow this change.",
  precondition_failed: "The object has changed since the version that If-Match names.",
  content_too_large: "The body is larger than 1 MiB.",
  unsupported_media_type: "This operation does not read bodies of this Content-Type.",
  rate_limited: "Too many calls were made in a short time. Retry-After says when to try again.",
  quota_exceeded: "The product's quota is used up. Retry-After says when the next period begins.",
  internal: "The service has a fault. Report the request_id to the operator.",
  upstream_failed: "The API behind this one failed. Nothing was charged.",
  upstream_timeout: "The API behind this one did not answer in time. Nothing was charged.",
  unavailable: "The service cannot answer now. Retry-After says when to try again. Nothing was charged.",
};

function errorList(): string {
  const items = Object.entries(errors).map(
    ([code, { status, title }]) =>
      `<dt id="${code}">${status} <code>${code}</code> · ${title}</dt><dd>${meanings[code as keyof typeof errors]}</dd>`,
  );
  const invalid =
    "<dt>422 · Invalid request</dt><dd><code>detail</code> lists every refused input: its place (<code>loc</code>), the reason (<code>msg</code>), and its value (<code>input</code>).</dd>";
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
      headers: { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" },
    }),
  }),
];

import type { Config } from "../../config.ts";
import { pathPrefix } from "../../http/path-prefix.ts";
import { asksUpstream } from "../../vehicles/families/asks-upstream.ts";
import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { recordFamilies } from "../../vehicles/families/record-families.ts";
import { listedLookups, recordLabels } from "../../vehicles/families/summaries.ts";
import { type BuildDescription, builtFor } from "./console-source.ts";
import { branded, escaped, type PageBrand, styleSource } from "./page-brand.ts";

/** What visitors' pages read first, by path. */
const readBy: Readonly<Record<string, readonly string[]>> = {
  "/docs/reference": ["/openapi.json"],
  "/docs": ["/llms.txt", "/docs/quick-start.md"],
};

/** The page of the console at a path; at most addresses it is empty until its script runs. */
export function consolePage(
  config: Config,
  build: BuildDescription,
  path: string,
  brand?: PageBrand,
): string {
  const { entry, theme, style, icon, fonts, html } = build;
  const prefix = pathPrefix(config.publicUrl);
  const built = (brand?.isNamed && html[`named:${path}`]) || html[path];
  const first = built && placed(built, config);
  // Nothing can be pressed or typed that the script would then replace.
  const content = first && `<div data-first inert>${brand ? branded(first, brand, prefix) : first}</div>`;
  const name = escaped(brand?.name ?? "Vingate");
  const base = `${prefix}/console/`;
  const preload = fonts.map(
    (font) => `<link rel="preload" href="${base}${font}" as="font" type="font/woff2" crossorigin>`,
  );
  // The theme's script sends these requests, which would wait for the main script otherwise.
  const reads = (readBy[path] ?? []).map((text) => prefix + text).join(" ");
  return `<!doctype html>
<html lang="en" data-prefix="${prefix}" data-reads="${reads}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<meta name="description" content="Decode a VIN, read its history and value${brand?.isNamed ? "" : ", on a service that you run yourself"}.">
<link rel="icon" href="${base}${icon}">
${preload.join("\n")}
<script src="${base}${theme}"></script>
<link rel="stylesheet" href="${base}${style}">${brand?.style ? `<style>${brand.style}</style>` : ""}
<script type="module" src="${base}${entry}"></script>
<script type="application/json" id="families">${familiesJson()}</script>${brand ? `<script type="application/json" id="brand">${brand.json}</script>` : ""}
</head><body><div id="root">${content ?? ""}</div>
<noscript><main><h1>${name}</h1><p>The console needs JavaScript. The service does not: <a href="${prefix}/openapi.json">its operations</a>.</p></main></noscript>
</body></html>
`;
}

/** Built HTML with this service's addresses. */
function placed(html: string, { publicUrl }: Config): string {
  return html.replaceAll('="/', `="${pathPrefix(publicUrl)}/`).replaceAll(builtFor, publicUrl);
}

/** The lookups and record families of this service, as JSON that HTML can contain. */
function familiesJson(): string {
  const families = {
    lookups: listedLookups(lookupApis),
    records: recordLabels(recordFamilies),
    upstreams: lookupApis.map(({ id }) => id).filter(asksUpstream),
  };
  return JSON.stringify(families).replaceAll("<", "\\u003c");
}

/** Allows nothing inline but the style of the brand, and of other origins only the images of vehicles, which can have a host of their own. */
export function contentSecurityPolicy({ imageHost, publicUrl }: Config, style = ""): string {
  return [
    "default-src 'self'",
    `img-src 'self' data: ${imageHost ?? new URL(publicUrl).origin}`,
    ...(style === "" ? [] : [styleSource(style)]),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The policy of the thread that reads barcodes, whose script and code the page loads: it may run WebAssembly, which
 * no page may, and send no request, so that no picture can leave the browser by it.
 */
export const barcodePolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";

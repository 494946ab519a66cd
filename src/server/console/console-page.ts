import type { Config } from "../../config.ts";
import { pathPrefix } from "../../http/path-prefix.ts";
import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { recordFamilies } from "../../vehicles/families/record-families.ts";
import { listedLookups, recordLabels } from "../../vehicles/families/summaries.ts";
import type { BuildDescription } from "./console-source.ts";

/** The page of the console, the same at every address. */
export function consolePage(config: Config, { entry, theme, style, icon, fonts }: BuildDescription): string {
  const prefix = pathPrefix(config.publicUrl);
  const base = `${prefix}/console/`;
  const preload = fonts.map(
    (font) => `<link rel="preload" href="${base}${font}" as="font" type="font/woff2" crossorigin>`,
  );
  return `<!doctype html>
<html lang="en" data-prefix="${prefix}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vingate</title>
<meta name="description" content="Decode a VIN, read its history and value, on a service that you run yourself.">
<link rel="icon" href="${base}${icon}">
${preload.join("\n")}
<link rel="stylesheet" href="${base}${style}">
<script src="${base}${theme}"></script>
<script type="module" src="${base}${entry}"></script>
<script type="application/json" id="families">${familiesJson()}</script>
</head><body><div id="root"></div>
<noscript><main><h1>Vingate</h1><p>The console needs JavaScript. The service does not: <a href="${prefix}/openapi.json">its operations</a>.</p></main></noscript>
</body></html>
`;
}

/**
 * What a visitors' page reads after its script, as a `Link` header; otherwise these requests would wait for the script.
 * The style and the script come first, as a browser has few connections. "" for pages that read nothing else.
 */
export function preloads(name: string, { publicUrl }: Config, { entry, style }: BuildDescription): string {
  const prefix = pathPrefix(publicUrl);
  const [page, ...rest] = name.split("/");
  const guide = rest.join("/") || "quick-start";
  const texts = {
    reference: ["/openapi.json"],
    docs: ["/llms.txt", ...(/^[a-z_/-]+$/.test(guide) ? [`/docs/${guide}.md`] : [])],
  }[page ?? ""];
  if (!texts) return "";
  return [
    `<${prefix}/console/${style}>; rel=preload; as=style`,
    `<${prefix}/console/${entry}>; rel=modulepreload`,
    ...texts.map((path) => `<${prefix}${path}>; rel=preload; as=fetch; crossorigin`),
  ].join(", ");
}

/** The lookups and record families of this service, as JSON that HTML can contain. */
function familiesJson(): string {
  const families = { lookups: listedLookups(lookupApis), records: recordLabels(recordFamilies) };
  return JSON.stringify(families).replaceAll("<", "\\u003c");
}

/** Allows nothing inline, and of other origins only the images of vehicles, which can have a host of their own. */
export function contentSecurityPolicy({ imageHost, publicUrl }: Config): string {
  return [
    "default-src 'self'",
    `img-src 'self' data: ${imageHost ?? new URL(publicUrl).origin}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

import { isoTime } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Answer } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { caching, publicPage } from "./pages.ts";

const catalogPath = "/.well-known/api-catalog";
const profile = "https://www.rfc-editor.org/info/rfc9727";

/** The files by which programs find their way: RFC 9727 and RFC 9116. */
export const discoveryEndpoints = [
  endpoint({
    ...publicPage,
    id: "getApiCatalog",
    path: catalogPath,
    summary: "List this API's documents for programs (RFC 9727)",
    types: [`application/linkset+json; profile="${profile}"`],
    handle: getApiCatalog,
  }),
  endpoint({
    ...publicPage,
    id: "getSecurityTxt",
    path: "/.well-known/security.txt",
    summary: "Name the contact for reports of vulnerabilities (RFC 9116)",
    description: "404 if VINGATE_SECURITY_CONTACT is not set.",
    types: ["text/plain"],
    errors: ["not_found"],
    handle: getSecurityTxt,
  }),
];

function getApiCatalog({ config: { publicUrl } }: Context): Answer {
  const linkset = [
    {
      anchor: `${publicUrl}/`,
      "service-desc": [
        { href: `${publicUrl}/openapi.json`, type: "application/json" },
        { href: `${publicUrl}/openapi.yaml`, type: "application/yaml" },
      ],
      "service-doc": [
        { href: `${publicUrl}/console/docs`, type: "text/html" },
        { href: `${publicUrl}/llms.txt`, type: "text/plain" },
      ],
      status: [{ href: `${publicUrl}/health`, type: "application/json" }],
    },
  ];
  const link = `<${publicUrl}${catalogPath}>; rel="api-catalog"`;
  return {
    body: JSON.stringify({ linkset }),
    type: `application/linkset+json; profile="${profile}"`,
    headers: { ...caching, link },
  };
}

/** RFC 9116 recommends less than a year; a day's responses are equal. */
const validDays = 90;

function getSecurityTxt({ clock, config: { publicUrl, securityContact } }: Context): Answer {
  if (securityContact === undefined) throw notFound("This service's operator has named no security contact.");
  const today = clock() - (clock() % dayMs);
  const body = [
    `Contact: ${securityContact}`,
    `Expires: ${isoTime(today + validDays * dayMs)}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
  return { body, type: "text/plain; charset=utf-8", headers: caching };
}

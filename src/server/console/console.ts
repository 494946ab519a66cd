import { z } from "zod";
import { errorFields } from "../../base/log.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Answer } from "../../http/endpoint.ts";
import { notFound, unavailable } from "../../http/errors.ts";
import {
  compressed,
  type StoredBody,
  StoredBodyHeaders,
  storedAnswer,
  storedBody,
} from "../../http/stored-body.ts";
import { brandOf, footLinksOf } from "../../running/brand.ts";
import { type ConsoleFiles, consoleFiles } from "./console-files.ts";
import { barcodePolicy, consolePage, contentSecurityPolicy } from "./console-page.ts";
import type { BuildDescription } from "./console-source.ts";
import { type PageBrand, pageBrand } from "./page-brand.ts";

type Headers = z.output<typeof StoredBodyHeaders>;

const shared = {
  method: "GET",
  tag: "Console",
  audience: "none",
  headers: StoredBodyHeaders,
  types: ["text/html"],
  head: true,
  extension: true,
  errors: ["not_found"],
} as const;

export const consoleEndpoints = [
  endpoint({
    ...shared,
    tag: "Documentation",
    id: "getDocs",
    path: "/docs",
    summary: "The API reference of the console: every operation, to read and to try",
    handle: (context, call) => getPage(context, call.headers, "docs/reference"),
  }),
  endpoint({
    ...shared,
    id: "getConsole",
    path: "/console/",
    summary: "The console: the portal of customers and the operator's view of the service",
    handle: (context, call) => getPage(context, call.headers, ""),
  }),
  endpoint({
    ...shared,
    id: "getConsoleFile",
    path: "/console/{object_name}",
    summary: "A file of the console, or any page of it",
    params: z.object({ object_name: z.string().max(1000) }),
    handle: (context, call) => getFile(context, call.params.object_name, call.headers),
  }),
];

async function files(context: Context): Promise<ConsoleFiles> {
  try {
    return await consoleFiles();
  } catch (error) {
    context.log.error("the console is unavailable", errorFields(error));
    throw unavailable("The console could not be built; the log of the service says why.");
  }
}

/** How the names of built files end. Every other path is a page. */
const fileName = /\.[a-z0-9]{2,5}$/;

async function getFile(context: Context, name: string, requested: Headers): Promise<Answer> {
  const { byName, description } = await files(context);
  const file = byName.get(name);
  if (file) {
    const policy = name === description.barcodeWorker && { "content-security-policy": barcodePolicy };
    const cached = { "cache-control": "public, max-age=31536000, immutable" };
    return storedAnswer(file, requested, policy ? { ...cached, ...policy } : cached);
  }
  if (fileName.test(name)) throw notFound(`The console has no file ${name}.`);
  return getPage(context, requested, name);
}

/** The pages of one brand, by the path of a prerendered page; "" for all others. */
interface Pages {
  readonly key: string;
  readonly byPath: Map<string, StoredBody>;
}

const pages = new WeakMap<Context, Pages>();

async function pageAt(
  context: Context,
  name: string,
  description: BuildDescription,
  brand: PageBrand | undefined,
): Promise<StoredBody> {
  const path = description.html[`/${name}`] === undefined ? "" : `/${name}`;
  const key = brand?.key ?? "";
  const kept = pages.get(context);
  const { byPath } = kept?.key === key ? kept : { byPath: new Map<string, StoredBody>() };
  if (kept?.key !== key) pages.set(context, { key, byPath });
  const page = byPath.get(path);
  if (page) return page;
  const bytes = new TextEncoder().encode(consolePage(context.config, description, path, brand));
  const made = storedBody("text/html; charset=utf-8", bytes, await compressed(bytes));
  byPath.set(path, made);
  return made;
}

/** Undefined without one, and while the database cannot be read: the page then shows that itself. */
async function brandOfPage(context: Context): Promise<PageBrand | undefined> {
  try {
    const brand = await brandOf(context);
    return brand && pageBrand(brand, await footLinksOf(context, brand), context.config.operatorName);
  } catch {
    return undefined;
  }
}

/** The console's page; `name` is its path in the console. */
async function getPage(context: Context, requested: Headers, name: string): Promise<Answer> {
  const [{ description }, brand] = await Promise.all([files(context), brandOfPage(context)]);
  const page = await pageAt(context, name, description, brand);
  return storedAnswer(page, requested, {
    "cache-control": "no-cache",
    "content-security-policy": contentSecurityPolicy(context.config, brand?.style),
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  });
}

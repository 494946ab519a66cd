import { z } from "zod";
import { errorFields } from "../../base/log.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Answer, Call } from "../../http/endpoint.ts";
import { ApiError, unavailable } from "../../http/errors.ts";
import { etagOf, namesEtag } from "../../http/etag.ts";
import { type ConsoleFile, type ConsoleFiles, consoleFiles } from "./console-files.ts";
import { consolePage, contentSecurityPolicy, swaggerPage } from "./console-page.ts";

const headers = z.object({
  "accept-encoding": z.string().optional(),
  "if-none-match": z.string().optional(),
});

type Headers = z.output<typeof headers>;

const shared = {
  method: "GET",
  tag: "Console",
  audience: "none",
  headers,
  head: true,
  extension: true,
  errors: ["not_found", "unavailable"],
} as const;

export const consoleEndpoints = [
  endpoint({
    ...shared,
    tag: "Documentation",
    id: "getDocs",
    path: "/docs",
    summary: "Every operation, to read and to try: Swagger UI, served from here",
    types: ["text/html"],
    handle: (context, call: Call<unknown, unknown, Headers>) => getDocs(context, call.headers),
  }),
  endpoint({
    ...shared,
    id: "getConsole",
    path: "/console/",
    summary: "The console: the portal of customers and the operator's view of the service",
    types: ["text/html"],
    handle: (context, call: Call<unknown, unknown, Headers>) => getPage(context, call.headers),
  }),
  endpoint({
    ...shared,
    id: "getConsoleFile",
    path: "/console/{object_name}",
    summary: "A file of the console, or any page of it",
    params: z.object({ object_name: z.string().max(1000) }),
    types: ["text/html"],
    handle: (context, call: Call<{ object_name: string }, unknown, Headers>) =>
      getFile(context, call.params.object_name, call.headers),
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

/** Names of built files end like this; every other path is a page. */
const fileName = /\.[a-z0-9]{2,5}$/;

async function getFile(context: Context, name: string, asked: Headers): Promise<Answer> {
  const { byName } = await files(context);
  const file = byName.get(name);
  if (file) return send(file, asked, { "cache-control": "public, max-age=31536000, immutable" });
  if (fileName.test(name)) throw new ApiError("not_found", `The console has no file ${name}.`);
  return getPage(context, asked);
}

type Pages = { readonly of: ConsoleFiles; readonly console: ConsoleFile; readonly swagger: ConsoleFile };

const pages = new WeakMap<Context, Pages>();

async function pagesOf(context: Context): Promise<Pages> {
  const of = await files(context);
  const known = pages.get(context);
  if (known?.of === of) return known;
  const page = (html: string): ConsoleFile => {
    const identity = new TextEncoder().encode(html);
    return { type: "text/html; charset=utf-8", identity, etag: etagOf(identity) };
  };
  const { config } = context;
  const made = {
    of,
    console: page(consolePage(config, of.description)),
    swagger: page(swaggerPage(config, of.description)),
  };
  pages.set(context, made);
  return made;
}

async function getPage(context: Context, asked: Headers): Promise<Answer> {
  return sendPage(context, (await pagesOf(context)).console, asked);
}

async function getDocs(context: Context, asked: Headers): Promise<Answer> {
  return sendPage(context, (await pagesOf(context)).swagger, asked);
}

function sendPage(context: Context, page: ConsoleFile, asked: Headers): Answer {
  return send(page, asked, {
    "cache-control": "no-cache",
    "content-security-policy": contentSecurityPolicy(context.config),
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  });
}

/** The smallest form that the browser takes, or 304 where it has it already. */
function send(file: ConsoleFile, asked: Headers, extra: Record<string, string>): Answer {
  const { encoding, body } = chosenForm(file, asked["accept-encoding"] ?? "");
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag;
  const sent = {
    ...extra,
    etag,
    ...(file.br && { vary: "accept-encoding" }),
    ...(encoding && { "content-encoding": encoding }),
  };
  const known = asked["if-none-match"];
  if (known !== undefined && namesEtag(known, etag, true))
    return { status: 304, body: "", type: file.type, headers: sent };
  return { body, type: file.type, headers: sent };
}

function chosenForm({ identity, br, gzip }: ConsoleFile, accepted: string) {
  const takes = (name: string) =>
    new RegExp(`(?:^|[,\\s])${name}(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted);
  if (br && takes("br")) return { encoding: "br", body: br };
  if (gzip && takes("gzip")) return { encoding: "gzip", body: gzip };
  return { encoding: undefined, body: identity };
}

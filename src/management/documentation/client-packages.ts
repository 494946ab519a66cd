import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { programFile } from "../../base/program/place.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Answer, Call } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { type StoredBody, StoredBodyHeaders, storedAnswer, storedBody } from "../../http/stored-body.ts";
import { caching, page, publicPage } from "./pages.ts";

/** The clients in TypeScript and Python of this version, as `tools/sdk/packages.ts` packed them. */
export const clientPackageEndpoints = [
  endpoint({
    ...publicPage,
    id: "listClientPackages",
    path: "/sdk",
    summary: "List the clients of this version, for pip's `--find-links` too",
    types: ["text/html"],
    handle: ({ config: { publicUrl } }: Context) => ({
      body: page("Clients", listOf(publicUrl)),
      type: "text/html; charset=utf-8",
      headers: caching,
    }),
  }),
  endpoint({
    ...publicPage,
    id: "getClientPackage",
    path: "/sdk/{file}",
    summary: "Download a client of this version, for npm or pip",
    params: z.object({
      file: z
        .string()
        .max(100)
        .meta({ example: "vingate-client.tgz" })
        .describe("A file of the list; `vingate-client.tgz` is the client in TypeScript."),
    }),
    headers: StoredBodyHeaders,
    types: ["application/octet-stream"],
    errors: ["not_found"],
    handle: getPackage,
  }),
];

/** The packages by file name. They are read once: they belong to the running version. */
let packages: ReadonlyMap<string, StoredBody> | undefined;

function readPackages(): ReadonlyMap<string, StoredBody> {
  const folder = programFile("sdk/dist");
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return new Map(
    names.map((name) => [name, storedBody("application/octet-stream", readFileSync(join(folder, name)))]),
  );
}

const isTypescript = (name: string) => name.endsWith(".tgz");

function listOf(publicUrl: string): string {
  packages ??= readPackages();
  const links = [...packages.keys()].map((name) => `<li><a href="${publicUrl}/sdk/${name}">${name}</a></li>`);
  return `<p>Both clients have this service's version.</p>
<pre><code>npm install ${publicUrl}/sdk/vingate-client.tgz
pip install vingate --find-links ${publicUrl}/sdk</code></pre><ul>${links.join("")}</ul>`;
}

function getPackage(
  _: Context,
  { params, headers }: Call<{ file: string }, unknown, z.output<typeof StoredBodyHeaders>>,
): Promise<Answer> | Answer {
  packages ??= readPackages();
  const { file } = params;
  const name = file === "vingate-client.tgz" ? [...packages.keys()].find(isTypescript) : file;
  const found = name === undefined ? undefined : packages.get(name);
  if (!found) throw notFound(`There is no client package ${file}. See /sdk.`);
  return storedAnswer(found, headers, caching);
}

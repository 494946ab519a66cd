import { z } from "zod";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Answer, Call } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { StoredBodyHeaders, storedAnswer } from "../../http/stored-body.ts";
import { allPackages, findPackage, packedPackages } from "./packages.ts";
import { packagesPage } from "./packages-page.ts";
import { caching, page, publicPage } from "./pages.ts";

/** What the service hands out in its own version: clients, verifier, decoder and itself. */
export const clientPackageEndpoints = [
  endpoint({
    ...publicPage,
    id: "listClientPackages",
    path: "/sdk",
    finalSlash: true,
    summary: "List clients, verifier, library and program of this version, with their SHA-256",
    types: ["text/html"],
    handle: async (context: Context) => ({
      body: page("Packages", packagesPage(await allPackages(context), context.config.publicUrl)),
      type: "text/html; charset=utf-8",
      headers: caching,
    }),
  }),
  endpoint({
    ...publicPage,
    id: "getClientPackage",
    path: "/sdk/{file}",
    summary: "Download a package of this version, or its SHA-256",
    params: z.object({
      file: z
        .string()
        .max(100)
        .meta({ example: "vingate-client.tgz" })
        .describe("A file of the list, with or without its version; with `.sha256` a line of `sha256sum`."),
    }),
    headers: StoredBodyHeaders,
    types: ["application/octet-stream", "text/plain"],
    errors: ["not_found"],
    handle: getPackage,
  }),
];

const digestEnd = ".sha256";

async function getPackage(
  context: Context,
  { params: { file }, headers }: Call<{ file: string }, unknown, z.output<typeof StoredBodyHeaders>>,
): Promise<Answer> {
  const name = file.endsWith(digestEnd) ? file.slice(0, -digestEnd.length) : file;
  const found = findPackage(packedPackages(), name) ?? findPackage(await allPackages(context), name);
  if (!found) throw notFound(`There is no package ${file}. See /sdk.`);
  if (name === file) return storedAnswer(found.body, headers, caching);
  return { body: `${found.sha256}  ${name}\n`, type: "text/plain; charset=utf-8", headers: caching };
}

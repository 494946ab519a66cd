import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withExistingDatabase } from "../../../cli/existing-database.ts";
import { loadConfig } from "../../../config.ts";
import type { Command } from "../../../feature.ts";
import { yamlOf } from "../../../http/openapi/yaml.ts";
import { type ApiDocument, isYamlType } from "../../gateway/documents/api-documents.ts";
import type { DeclaredUpstream } from "../declaration.ts";
import { readDocuments } from "../declared-documents.ts";
import { mappingName, readMappings, type StoredMapping } from "../declared-mappings.ts";
import { readDeclaration } from "../read-declaration.ts";

export const exportCommand: Command = {
  help: `Usage: vingate export [--documents FOLDER] [--json]

Prints the products, their policies and offers, the registered APIs and the upstreams of built-in
APIs as YAML, for "vingate apply".
The output has no secrets: of an API's credential it has the header's name only.
Members that have their defaults are left out. Built-in APIs are part of the program.

  --documents FOLDER  Write the OpenAPI documents of registered APIs and the mappings of upstreams to
                      FOLDER, and name the files.
  --json              Print JSON.

Examples:
  vingate export > products.yaml
  vingate export --documents documents > products.yaml`,
  async run(args, env, features) {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: "boolean" }, documents: { type: "string" } },
    });
    const { documents: folder } = values;
    const declaration = await withExistingDatabase(loadConfig(env, features), async (db) => {
      const read = await readDeclaration(db);
      const stored = await readMappings(db);
      if (folder === undefined) {
        process.stderr.write(leftOut(stored));
        return read;
      }
      const files = writeDocuments(folder, await readDocuments(db));
      const apis = read.apis?.map((api) => ({ ...api, ...files.get(api.name) }));
      const mappings = writeMappings(folder, stored);
      const upstreams = read.upstreams?.map((upstream) => withMappings(upstream, mappings));
      return { ...read, apis, upstreams };
    });
    process.stdout.write(
      values.json === true ? `${JSON.stringify(declaration, null, 2)}\n` : yamlOf(declaration),
    );
    return 0;
  },
};

/** Without its mapping a vendor would be called in the form of Vingate: its 404 to that would be taken for "no record". */
function leftOut(mappings: readonly StoredMapping[]): string {
  if (mappings.length === 0) return "";
  const apis = [...new Set(mappings.map(({ api }) => api))].join(", ");
  return `The mappings of upstreams are left out: ${apis}. Another installation needs them: repeat with --documents FOLDER.\n`;
}

/** Writes each document as it was put; returns the members that name their files. */
function writeDocuments(
  folder: string,
  documents: ReadonlyMap<string, ApiDocument>,
): ReadonlyMap<string, { readonly document: string }> {
  mkdirSync(folder, { recursive: true });
  return new Map(
    [...documents].map(([name, { mediaType, source }]) => {
      const document = join(folder, `${name}.${isYamlType(mediaType) ? "yaml" : "json"}`);
      writeFileSync(document, source);
      return [name, { document }];
    }),
  );
}

/** Writes each mapping as it was put; returns its file by its name. */
function writeMappings(folder: string, mappings: readonly StoredMapping[]): ReadonlyMap<string, string> {
  return new Map(
    mappings.map(({ api, source, text }) => {
      const file = join(folder, `${api}.${source === "first" ? "" : "fallback."}mapping.yaml`);
      writeFileSync(file, text);
      return [mappingName(api, source), file];
    }),
  );
}

function withMappings(upstream: DeclaredUpstream, files: ReadonlyMap<string, string>): DeclaredUpstream {
  const { name, fallback } = upstream;
  const [first, other] = [files.get(mappingName(name, "first")), files.get(mappingName(name, "other"))];
  return {
    ...upstream,
    ...(first !== undefined && { mapping: first }),
    ...(fallback && other !== undefined && { fallback: { ...fallback, mapping: other } }),
  };
}

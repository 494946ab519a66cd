import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { serviceAudit } from "../../../access/audit.ts";
import { MasterKeys } from "../../../access/rotation/master-keys.ts";
import { systemClock } from "../../../base/clock.ts";
import { argumentsOf, CommandFailure, UsageError } from "../../../cli/command.ts";
import { withExistingDatabase } from "../../../cli/existing-database.ts";
import { loadConfig } from "../../../config.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { type Command, loadServices, operationsWith } from "../../../feature.ts";
import { coreOperations } from "../../../server/core-operations.ts";
import { mappingBytesMax } from "../../gateway/stored-mappings/api-mappings.ts";
import { applyDeclaration } from "../apply-declaration.ts";
import { type Declaration, parseDeclaration } from "../declaration.ts";
import { type DeclaredDocument, parseDocumentFile } from "../declared-documents.ts";
import { type DeclaredMapping, mappingName, parseMappingFile, sampleLines } from "../declared-mappings.ts";
import type { Applying, Difference, SecretSource } from "../differences.ts";
import { storedVendorPrices, vendorPriceWarnings } from "../vendor-prices.ts";
import { readSecret, requireReadable, sourcesOf } from "./declared-secrets.ts";

const bytesMax = 16 * 1024 * 1024;

export const applyCommand: Command = {
  help: `Usage: vingate apply FILE [--dry-run [--samples]] [--prune] [--json]

Makes products, their policies and offers, registered APIs and upstreams of built-in APIs equal to
FILE (YAML or JSON; - reads standard input).
All changes are one transaction with audit entries. A second run changes nothing.
A running service uses the changes within half a second.

Members that FILE leaves out get their defaults. A product without "apis" keeps its APIs, and one
without "offer" its offer. Other terms of an offer are published as its next version, which
current subscriptions pay after its notice, or never with "who_pays: new".
What FILE does not have is named and stays. Of "apis", "upstreams" and "products", those that FILE
leaves out do not change.
An API's credentials stay if "auth" is left out, and each one whose "header", "query", "basic" or
"certificate" is the same. For another scheme, host or port, or other authorities, FILE must name each
value. "value_env" names the variable with a value, whose name begins with a PREFIX that you allow;
"value_file" names a file in DIR.
"document" is the file of an API's OpenAPI document, relative to FILE; without it the stored one stays,
and null deletes it. So is "mapping" of an upstream or its "fallback", the file of a vendor's mapping:
its samples must be read as they declare.

  --dry-run            Print the changes and the samples of mappings, and make none.
  --samples            With --dry-run, print each sample's answer and the data that it becomes.
  --env-prefix PREFIX  Variables that FILE may read, by the beginning of their names. Can be repeated.
  --secrets-dir DIR    The folder of the files that FILE may read credentials from.
  --prune              Delete products, registered APIs and upstreams that FILE does not have.
  --json               Print the changes as JSON.

Examples:
  vingate export > products.yaml
  vingate apply products.yaml --dry-run
  PARKING_KEY=... vingate apply products.yaml --env-prefix PARKING_`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      "dry-run": { type: "boolean" },
      prune: { type: "boolean" },
      json: { type: "boolean" },
      samples: { type: "boolean" },
      "env-prefix": { type: "string", multiple: true },
      "secrets-dir": { type: "string" },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError("apply takes one FILE");
    const declaration = parseDeclaration(await readText(file), file === "-" ? "standard input" : file);
    const documents = documentsOf(declaration, file === "-" ? "." : dirname(file));
    const mappings = mappingsOf(declaration, file === "-" ? "." : dirname(file));
    const dryRun = values["dry-run"] === true;
    const sources = sourcesOf(declaration);
    const access = { env, prefixes: values["env-prefix"] ?? [], folder: values["secrets-dir"] };
    requireReadable(sources, access);
    const secretOf = (source: SecretSource) => readSecret(source, access);
    const operations = operationsWith(coreOperations, await loadServices(features));
    const config = loadConfig(env, features);
    const { differences, warnings } = await withExistingDatabase(config, async (db) => {
      const keys = await MasterKeys.open(config);
      await db.transaction((tx) => keys.require(tx));
      const { vault } = keys;
      const audit = serviceAudit(systemClock(), "command");
      return await apply(
        db,
        declaration,
        { operations, vault, audit, secretOf, documents, mappings, prune: values.prune === true },
        dryRun,
        (tx) => storedVendorPrices(tx).then((prices) => vendorPriceWarnings(tx, operations, prices)),
      );
    });
    if (dryRun && values.json !== true)
      for (const { name, value_env, value_file } of sources)
        process.stdout.write(`reads ${value_env ?? value_file} for ${name}\n`);
    if (dryRun && values.json !== true)
      for (const mapping of mappings.values())
        process.stdout.write(sampleLines(mapping, values.samples === true));
    process.stdout.write(
      values.json === true ? `${JSON.stringify(differences)}\n` : textOf(differences, dryRun),
    );
    // The JSON has the changes alone.
    const beside = values.json === true ? process.stderr : process.stdout;
    for (const warning of warnings) beside.write(`! ${warning}\n`);
    return 0;
  },
};

async function readText(file: string): Promise<string> {
  return file === "-" ? Bun.stdin.text() : Buffer.from(readBytes(file)).toString("utf8");
}

/** The documents of the declared APIs, by the names of the APIs. */
function documentsOf({ apis = [] }: Declaration, folder: string): Map<string, DeclaredDocument> {
  const declared = apis.flatMap(({ name, document }) =>
    document ? [[name, resolve(folder, document)]] : [],
  );
  return new Map(declared.map(([name, file]) => [name!, parseDocumentFile(readBytes(file!), file!)]));
}

/** The declared mappings by their names. */
function mappingsOf({ upstreams = [] }: Declaration, folder: string): Map<string, DeclaredMapping> {
  const declared = upstreams.flatMap(({ name, mapping, fallback }) => [
    { name, source: "first" as const, mapping },
    { name, source: "other" as const, mapping: fallback?.mapping },
  ]);
  return new Map(
    declared.flatMap(({ name, source, mapping }) => {
      if (!mapping) return [];
      const file = resolve(folder, mapping);
      const bytes = readBytes(file);
      if (bytes.length > mappingBytesMax) throw new CommandFailure(`${file} has more than 256 KiB`);
      const text = Buffer.from(bytes).toString("utf8");
      return [[mappingName(name, source), parseMappingFile(text, file, name)]];
    }),
  );
}

function readBytes(file: string): Uint8Array {
  try {
    if (statSync(file).size > bytesMax) throw new CommandFailure(`${file} has more than 16 MiB`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`cannot read ${file}: ${(error as Error).message}`);
  }
}

/** What an application changes, and what is to be looked at. */
interface Applied {
  readonly differences: readonly Difference[];
  readonly warnings: readonly string[];
}

/** What a dry run would change; thrown so that its transaction is rolled back. */
class RolledBack extends Error {
  readonly applied: Applied;
  constructor(applied: Applied) {
    super("rolled back");
    this.applied = applied;
  }
}

async function apply(
  db: Database,
  declaration: Declaration,
  applying: Applying,
  dryRun: boolean,
  warningsIn: (tx: Queries) => Promise<readonly string[]>,
): Promise<Applied> {
  try {
    return await db.transaction(
      async (tx) => {
        const differences = await applyDeclaration(tx, declaration, applying);
        const applied = { differences, warnings: await warningsIn(tx) };
        if (dryRun) throw new RolledBack(applied);
        return applied;
      },
      { repeatable: true },
    );
  } catch (error) {
    if (error instanceof RolledBack) return error.applied;
    throw error;
  }
}

const signs = { create: "+", update: "~", delete: "-", extra: "?", none: " " } as const;

/** One line for each object that changes or is not in the file, then the counts. */
function textOf(differences: readonly Difference[], dryRun: boolean): string {
  const lines = differences
    .filter(({ change }) => change !== "none")
    .map(({ change, kind, name, members }) => {
      const note = change === "extra" ? "not in the file; --prune deletes it" : members.join(", ");
      return `${signs[change]} ${kind} ${name}${note === "" ? "" : `: ${note}`}\n`;
    });
  const count = (wanted: Difference["change"]) =>
    differences.filter(({ change }) => change === wanted).length;
  const counts = `${count("create")} created, ${count("update")} changed, ${count("delete")} deleted, ${count("none")} equal`;
  return `${lines.join("")}${dryRun ? `would be: ${counts}; nothing was changed` : counts}\n`;
}

import { z } from "zod";
import { actorName, recordAudit } from "../../../access/audit.ts";
import { once } from "../../../base/loading.ts";
import { OperatorError } from "../../../base/operator-error.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { type Answer, type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import type { PackMeta } from "../../../vin/pack/pack-meta.ts";
import { ImportError } from "../input/import-error.ts";
import { withImportLock } from "../jobs/runs.ts";
import { exchangeVinPacks } from "../vpic/import-pack.ts";
import { storedPacks } from "../vpic/stored-packs.ts";
import { orConflict } from "./import-failures.ts";
import { compressionDeclared, formatOf } from "./receive.ts";
import { receiveImport, startedImport } from "./receive-import.ts";
import { Import } from "./shown-import.ts";

const VinPack = z
  .object({
    source: z.string().describe("`vpic` or `vpic-packaged`."),
    version: z.string().describe("The month of the data."),
    patterns: z.int().describe("Its patterns."),
    manufacturers: z.int().describe("Its manufacturer codes."),
  })
  .meta({ id: "VinPack" });

const VinData = z
  .object({
    current: VinPack.nullable().describe("The data in use; null before the first are compiled."),
    former: VinPack.nullable().describe("The data before the last import; else null."),
  })
  .meta({ id: "VinData" });

const PutVinDataQuery = z.object({
  dry_run: z.boolean().default(false).describe("Compile and compare, and change nothing."),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .optional()
    .describe("The SHA-256 that the file must have."),
});

const family = "vpic";
const object = `/datasets/${family}`;
const common = { tag: "Datasets", audience: "operator", extension: true } as const;

export const vpicEndpoints = [
  endpoint({
    ...common,
    id: "getVinData",
    permission: "data.view",
    method: "GET",
    path: "/datasets/vpic",
    summary: "Read the versions of the decoder's data",
    response: VinData,
    handle: (context) => json(shown(context)),
  }),
  endpoint({
    ...common,
    id: "putVinData",
    permission: "data.change",
    method: "PUT",
    path: "/datasets/vpic",
    summary: "Import NHTSA's dump of vPIC as the decoder's data",
    description: [
      "The body is `vPICList_lite_YYYY_MM.plain.zip`, or the dump in it; otherwise as `PUT /datasets/{family}`. A dump with much less than the data in use is refused.",
      "Nodes of the same data folder use it within two seconds; another folder needs its own import.",
    ].join(" "),
    query: PutVinDataQuery,
    upload: {
      types: ["application/octet-stream"],
      setting: "VINGATE_IMPORT_MAX",
      bytesMax: ({ config }) => config.importMax,
    },
    response: Import,
    errors: ["conflict", "unsupported_media_type"],
    handle: putVinData,
  }),
  endpoint({
    ...common,
    id: "rollBackVinData",
    permission: "data.change",
    method: "POST",
    path: "/datasets/vpic/rollback",
    summary: "Roll back to the decoder's previous data",
    description: "The next rollback returns to the newer data.",
    response: VinData,
    idempotent: true,
    errors: ["conflict"],
    handle: rollBackVinData,
  }),
];

function shown({ config }: Context): z.output<typeof VinData> {
  const { current, former } = storedPacks(config.dataDir);
  return { current: shownPack(current), former: shownPack(former) };
}

function shownPack(pack: PackMeta | undefined): z.output<typeof VinPack> | null {
  if (!pack) return null;
  const { source, version, patterns, manufacturers } = pack;
  return { source, version, patterns, manufacturers };
}

async function putVinData(context: Context, call: QueryCall<typeof PutVinDataQuery>): Promise<Answer> {
  const { dry_run: dryRun, sha256 } = call.query;
  formatOf(call.upload!);
  const compression = compressionDeclared(call.upload!);
  const arriving = { family, source: family, dryRun, compression };
  const { id, file } = await receiveImport(context, call, arriving);
  context.imports.start({ id, family, file, dryRun, ...(sha256 !== undefined && { sha256 }) });
  return startedImport(context, id);
}

async function rollBackVinData(context: Context, call: Call<unknown>): Promise<Answer> {
  const { database, clock, config } = context;
  const { caller: actor, address, requestId } = call;
  const request = { family, source: "rollback", actor: actorName(actor) };
  const change = () => {
    const { current, former } = storedPacks(config.dataDir);
    // The work may run again after a deadlock.
    const exchanging = once(async () => exchange(config.dataDir));
    return call.change(async (tx) => {
      await recordAudit(tx, {
        at: clock(),
        actor,
        address,
        requestId,
        action: "dataset.rollback",
        object,
        before: shownPack(current) ?? {},
        after: shownPack(former) ?? {},
      });
      // Last, because the transaction does not undo it.
      await exchanging();
      return json(shown(context));
    });
  };
  return orConflict(withImportLock(database, request, clock, change));
}

function exchange(dataDir: string): void {
  try {
    exchangeVinPacks(dataDir);
  } catch (error) {
    throw error instanceof OperatorError ? new ImportError(error.message) : error;
  }
}

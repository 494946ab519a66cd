import { createImageSigner } from "../src/access/image-signing.ts";
import type { Context } from "../src/calls/context.ts";
import { loadConfig } from "../src/config.ts";
import type { DatabaseOptions } from "../src/database/open.ts";
import { openDatabase } from "../src/database/open.ts";
import { auctionRecords } from "../src/vehicles/families/apis/auction.ts";
import { oemParts } from "../src/vehicles/families/apis/oem-parts.ts";
import type { Family } from "../src/vehicles/families/family.ts";
import { answerHistory } from "../src/vehicles/lookups/answers/answer-history.ts";
import { answerSelector } from "../src/vehicles/lookups/answers/answer-selector.ts";

// A process of its own, so that its CPU is the server's alone: node lookups-server.ts <options as JSON>.
const { database: options } = JSON.parse(process.argv[2]!) as { database: DatabaseOptions };

const database = await openDatabase(options);
const origin = "https://images.example.com";
const config = { ...loadConfig({}), publicUrl: origin };
const images = createImageSigner(new Uint8Array(32), origin);
const app = { database, config, clock: Date.now, images } as unknown as Context;
const [parts] = oemParts.families as [Family];
const choices = (path: string) => answerSelector(app, parts, parts.selector!, ["year"], { year: path });

const floors = new Map<string, Uint8Array>();
/** The same bytes without a lookup: the first answer of each kind. */
async function floorOf(kind: string, key: string): Promise<Uint8Array> {
  const known = floors.get(kind);
  if (known) return known;
  const made =
    kind === "record"
      ? await answerHistory(app, { kind: "history", records: auctionRecords }, { by: "vin", vin: key }, "")
      : await choices(key);
  const bytes = typeof made.body === "string" ? Buffer.from(made.body) : made.body;
  floors.set(kind, bytes);
  return bytes;
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const [, mode, kind, key] = new URL(request.url).pathname.split("/") as [string, string, string, string];
    if (mode === "cpu") return Response.json(process.cpuUsage());
    if (mode === "floor")
      return new Response((await floorOf(kind, key)) as Uint8Array<ArrayBuffer>, {
        headers: { "content-type": "application/json" },
      });
    const made =
      kind === "record"
        ? await answerHistory(app, { kind: "history", records: auctionRecords }, { by: "vin", vin: key }, "")
        : await choices(key);
    return new Response(made.body as Uint8Array<ArrayBuffer>, {
      headers: { "content-type": made.type, ...made.headers },
    });
  },
});
console.log(String(server.port));

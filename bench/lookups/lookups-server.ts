import { createImageSigner } from "../../src/access/image-signing.ts";
import type { Context } from "../../src/calls/context.ts";
import { loadConfig } from "../../src/config.ts";
import { openDatabase } from "../../src/database/open.ts";
import { features } from "../../src/features.ts";
import { auctionRecords } from "../../src/vehicles/families/apis/auction.ts";
import { oemParts } from "../../src/vehicles/families/apis/oem-parts.ts";
import type { Family } from "../../src/vehicles/families/family.ts";
import { answerHistory } from "../../src/vehicles/lookups/answers/answer-history.ts";
import { answerSelector } from "../../src/vehicles/lookups/answers/answer-selector.ts";

// Runs in a process of its own, for the server's CPU alone. Arguments: port, database as JSON.
const [port, options = ""] = process.argv.slice(2);
const database = await openDatabase(JSON.parse(options));
const origin = "https://images.example.com";
const config = { ...loadConfig({}, features), publicUrl: origin };
const images = createImageSigner(new Uint8Array(32), origin);
const app = { database, config, clock: Date.now, images } as unknown as Context;
const [parts] = oemParts.families as [Family];
const records = { kind: "history", records: auctionRecords } as const;

const answers = {
  record: (vin: string) => answerHistory(app, records, { by: "vin", vin }, ""),
  choices: (year: string) => answerSelector(app, parts, parts.selector!, ["year"], { year }),
};

/** The first response of each kind, whose bytes the floor sends without a lookup. */
const floors = new Map<string, ReturnType<(typeof answers)["record"]>>();

Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  async fetch(request) {
    const [, mode, name, key] = new URL(request.url).pathname.split("/") as [string, string, string, string];
    if (mode === "cpu") return Response.json(process.cpuUsage());
    const kind = name as keyof typeof answers;
    if (mode === "floor" && !floors.has(kind)) floors.set(kind, answers[kind](key));
    const { body, type, headers } = await (mode === "floor" ? floors.get(kind)! : answers[kind](key));
    const more = mode === "floor" ? {} : headers;
    return new Response(body as Uint8Array<ArrayBuffer>, { headers: { "content-type": type, ...more } });
  },
});

import { z } from "zod";
import { covers } from "../../../access/keys/key-access.ts";
import { nextTurn } from "../../../base/pause.ts";
import { repairsInWords, type VinRepair } from "../../../base/reading/vins.ts";
import { type VinInText, vinsInText } from "../../../base/reading/vins-in-text.ts";
import { type Context, endpoint, type Operation } from "../../../calls/context.ts";
import { notInProduct, requireKeyAccess, testHeader } from "../../../calls/metered-request.ts";
import { requirePreviewRate } from "../../../calls/several/preview.ts";
import { json, noStore } from "../../../http/endpoint.ts";
import { checkDigit } from "../../../vin/check-digit.ts";
import type { Decoder } from "../../../vin/decoder.ts";
import { certainVin, proposalsMax, proposedVins } from "../../../vin/proposed-vins.ts";
import { answer, listOf, text } from "../../families/answer-schemas.ts";
import { exampleVin } from "../../families/examples.ts";
import { decoderOf } from "../decoder.ts";

const charactersMax = 100_000;
const foundMax = 1000;
/** Places of one text for which VINs are proposed: each can take some hundred decodes. */
const proposedMax = 200;
/** Places after which other requests have their turn. */
const atOnce = 10;

const repairs = Object.keys(repairsInWords) as [VinRepair, ...VinRepair[]];

const Found = z.object({
  found: text.describe("What the text has there."),
  start: z
    .int()
    .describe(
      "Its first character, counted from 0 in Unicode code points: what Python counts, and `[...text]` of JavaScript.",
    ),
  end: z.int().describe("The first character after it."),
  vin: text.nullable().describe("The VIN that was read; null if what is there is too damaged."),
  repairs: listOf(
    `What was repaired: ${repairs.map((one) => `\`${one}\` (${repairsInWords[one]})`).join(", ")}.`,
    z.enum(repairs),
  ),
  valid: z
    .boolean()
    .describe("Whether the check digit is right. Outside North America a VIN need not have one."),
  candidates: listOf(
    `VINs that may be meant where the VIN is null or its check digit wrong, at most ${proposalsMax}: each has a right check digit and a known model, and differs by one fault. They are proposals.`,
    text,
  ),
});

const VinsInText = answer(
  "VinsInText",
  z.object({
    vins: listOf("The VINs of known manufacturers, in the order of the text.", Found),
    truncated: z.boolean().describe(`Whether the text has more than ${foundMax}: the first ones are listed.`),
  }),
);

const Text = z
  .object({
    text: z
      .string()
      .min(1)
      .max(charactersMax)
      .meta({ description: "An e-mail, a page as text, or the output of OCR." }),
  })
  .meta({
    id: "TextWithVins",
    example: { text: `Dear Sirs, the car (VIN: ${exampleVin.slice(0, 3)}-${exampleVin.slice(3)}) is sold.` },
  });

/** The VINs of a text. */
export const readEndpoints: readonly Operation[] = [
  endpoint({
    id: "readVins",
    method: "POST",
    path: "/vin-decoder/read",
    tag: "Basic VIN decoder",
    summary: "Find the VINs of a text",
    description: [
      `Finds the VINs of a text of up to ${charactersMax} characters, reads them as lookups do,`,
      "and proposes VINs in place of damaged ones. A VIN in several parts is found if its check digit is right.",
      "Free: it says nothing of a vehicle but whether its manufacturer is known.",
      "It costs no credit, takes no place in the quota and is not recorded. It counts once towards the plan's rate limit.",
    ].join(" "),
    audience: "key",
    body: Text,
    limits: { bodyBytes: 512 * 1024 },
    response: VinsInText,
    errors: ["api_not_in_product", "subscription_inactive", "ip_not_allowed", "rate_limited", "unavailable"],
    extension: true,
    async handle(context, call) {
      const access = await requireKeyAccess(context, call);
      const lookup = { api: "vin-decoder", cost: 0 };
      if (!covers(access, lookup.api)) throw notInProduct(lookup);
      const headers: Record<string, string> = access.isTest ? { ...noStore, ...testHeader } : { ...noStore };
      await requirePreviewRate(context, access, headers);
      return json({ status: "success", data: await readText(context, call.body.text) }, headers);
    },
  }),
];

async function readText(context: Context, written: string) {
  const decoder = decoderOf(context);
  const vins: z.output<typeof Found>[] = [];
  let seen = 0;
  let proposed = 0;
  for (const found of vinsInText(written)) {
    const isCertain = found.read !== undefined && certainVin(decoder, found.found) !== undefined;
    const place = isCertain ? found : { ...found, read: undefined };
    if (++seen % atOnce === 0) await nextTurn();
    const isRight = place.read !== undefined && checkDigit(place.read.vin) === place.read.vin[8];
    if (place.read && !decoder.scan(place.read.vin)) continue;
    const candidates = isRight || proposed++ >= proposedMax ? [] : candidatesAt(decoder, place);
    if (!place.read && candidates.length === 0) continue;
    if (vins.length === foundMax) return { vins, truncated: true };
    const { start, end, read } = place;
    vins.push({
      found: place.found,
      start,
      end,
      vin: read?.vin ?? null,
      repairs: [...(read?.repairs ?? [])],
      valid: isRight,
      candidates,
    });
  }
  return { vins, truncated: false };
}

const candidatesAt = (decoder: Decoder, { found, read }: VinInText): string[] => [
  ...proposedVins(decoder, read?.vin ?? found),
];

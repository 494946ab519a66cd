import { readVin, vinOf } from "../base/reading/vins.ts";
import type { ValidationIssue } from "../http/validation/issues.ts";
import { createDecoder, type Decoder } from "../vin/decoder.ts";
import type { Pack } from "../vin/pack/pack.ts";
import { certainVin, proposedInWords, proposedVins, uncertainFirst } from "../vin/proposed-vins.ts";
import type { Context } from "./context.ts";

type Params = Readonly<Record<string, string>>;

/** The VIN among the validated parameters of a lookup. */
export function vinIn(params: unknown): string | undefined {
  const vin = (params as { readonly vin?: unknown } | undefined)?.vin;
  return typeof vin === "string" ? vin : undefined;
}

/** `x-vin-read` of an answer about a VIN that was repaired: the VIN, and what was repaired. Undefined for any other. */
export function vinReadHeader(sent: Params, read: unknown): { readonly "x-vin-read": string } | undefined {
  const { vin } = sent;
  if (vin === undefined || vin === vinIn(read)) return undefined;
  const found = readVin(vin);
  if (!found || found.repairs.length === 0 || found.vin !== vinIn(read)) return undefined;
  return { "x-vin-read": `"${found.vin}";repairs="${found.repairs.join(" ")}"` };
}

const decoders = new WeakMap<Pack, Decoder>();

/** A decoder of this room's own: whether a model is known does not depend on the current year. */
function decoderOf(pack: Pack, now: number): Decoder {
  const decoder = decoders.get(pack) ?? createDecoder(pack, { currentYear: new Date(now).getUTCFullYear() });
  decoders.set(pack, decoder);
  return decoder;
}

/** Whether a text that was read as a VIN can be another one as well. */
export const isUncertainVin = (
  { vinPack: { value: pack }, clock }: Pick<Context, "vinPack" | "clock">,
  sent: string,
): boolean =>
  pack !== undefined && vinOf(sent) !== undefined && certainVin(decoderOf(pack, clock()), sent) === undefined;

/** The issue of a VIN in the path that was read and can be another one as well; undefined for any other. */
export function uncertainIn(
  context: Pick<Context, "vinPack" | "clock">,
  { vin: sent }: Params,
  read: unknown,
): readonly ValidationIssue[] | undefined {
  const vin = vinIn(read);
  // vPIC's own operations repair nothing.
  if (sent === undefined || vin === sent || vinOf(sent) !== vin) return undefined;
  if (vin === undefined || !isUncertainVin(context, sent)) return undefined;
  return [{ type: "string_pattern_mismatch", loc: ["path", "vin"], msg: uncertainFirst, input: sent }];
}

const lengthsOrCharacters: ReadonlySet<string> = new Set([
  "string_too_short",
  "string_too_long",
  "string_pattern_mismatch",
]);

/** The issues of a refused request; one of a VIN in the path proposes, in `ctx.candidates`, VINs that may be meant. */
export function proposeIn(
  { vinPack: { value: pack }, clock }: Pick<Context, "vinPack" | "clock">,
  issues: readonly ValidationIssue[],
): readonly ValidationIssue[] {
  if (!pack || !issues.some(isOfVin)) return issues;
  return issues.map((issue) => {
    if (!isOfVin(issue)) return issue;
    const candidates = proposedVins(decoderOf(pack, clock()), String(issue.input));
    if (candidates.length === 0) return issue;
    const msg = `${issue.msg}. ${proposedInWords(candidates)}`;
    return { ...issue, msg, ctx: { ...issue.ctx, candidates } };
  });
}

const isOfVin = ({ loc, type, input }: ValidationIssue): boolean =>
  loc[0] === "path" && loc[1] === "vin" && typeof input === "string" && lengthsOrCharacters.has(type);

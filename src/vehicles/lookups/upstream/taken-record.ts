import { z } from "zod";
import type { AnswerSource, Family } from "../../families/family.ts";
import { plateKey } from "../../families/names.ts";
import { type PersonalData, withoutHidden } from "../../families/sale-contacts.ts";
import type { Params } from "../names/vehicle-query.ts";

/** An upstream's answer that is not one of the family. The message names the place, and none of its values. */
export class Unfit extends Error {
  override readonly name = "Unfit";
}

/** Takes from an upstream's answer the members that the family's answers have; undefined if it has no record. */
export type TakeRecord = (body: Uint8Array, params: Params, shown: PersonalData) => Uint8Array | undefined;

const encoder = new TextEncoder();

/** Reads the answers of a family's upstream: bytes of JSON, as the family's own. Throws `Unfit`. */
export function createTake({ response }: Family, from: AnswerSource): TakeRecord {
  const data = (response as z.ZodObject<{ data: z.ZodType }>).shape.data;
  // What the family does not declare is not taken, be its records open or not.
  const declared = z.object({
    status: z.literal("success"),
    data: data instanceof z.ZodObject ? data.strip() : data,
  });
  return (body, params, shown) => {
    const parsed = declared.safeParse(jsonOf(body));
    if (!parsed.success) throw unfit(parsed.error.issues[0]!);
    const taken = parsed.data.data;
    const events = eventsOf(from, taken);
    if (events?.length === 0) return undefined;
    for (const one of [taken, ...(events ?? [])]) requireSubject(one, params);
    return encoder.encode(JSON.stringify({ status: "success", data: withoutContacts(from, taken, shown) }));
  };
}

/** The same answer under the present setting, which may hide more than when it was received. */
export function shownAgain(from: AnswerSource, body: Uint8Array, shown: PersonalData): Uint8Array {
  if (!hasContacts(from)) return body;
  const { data } = jsonOf(body) as { readonly data: unknown };
  return encoder.encode(JSON.stringify({ status: "success", data: withoutContacts(from, data, shown) }));
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    throw new Unfit("the answer: is not JSON");
  }
}

function unfit({ path, code }: z.core.$ZodIssue): Unfit {
  const fault = code === "invalid_type" ? "is absent, or of another type" : "is not as documented";
  return new Unfit(`${path.join(".").slice(0, 200) || "the answer"}: ${fault}`);
}

/** The events of a history. */
function eventsOf(from: AnswerSource, data: unknown): readonly object[] | undefined {
  if (from.kind !== "history") return undefined;
  const within = from.within === undefined ? data : (data as Readonly<Record<string, unknown>>)[from.within];
  return within as readonly object[];
}

const hasContacts = (from: AnswerSource): boolean =>
  (from.kind === "history" || from.kind === "record") && typeof from.records.placeholders === "function";

function withoutContacts(from: AnswerSource, data: unknown, shown: PersonalData): unknown {
  if (from.kind !== "history" && from.kind !== "record") return data;
  const { placeholders } = from.records;
  const blank = (record: object) =>
    withoutHidden(record, typeof placeholders === "function" ? placeholders(record) : placeholders, shown);
  const events = eventsOf(from, data);
  if (!events) return blank(data as object);
  const blanked = events.map(blank);
  return from.kind === "history" && from.within !== undefined
    ? { ...(data as object), [from.within]: blanked }
    : blanked;
}

const vinKey = (text: string) => text.replace(/[\s-]/g, "").toUpperCase();

/** Throws `Unfit` for a record of another vehicle or plate than the lookup's. */
function requireSubject(record: unknown, params: Params): void {
  const { vin, license, license_plate: plate = license, state, year } = params;
  const sent = { ...(record as object), ...(record as { intro?: object }).intro } as Readonly<
    Record<string, unknown>
  >;
  const differs = (name: string, given: string | undefined, key: (text: string) => string) =>
    given !== undefined && typeof sent[name] === "string" && sent[name] !== "" && key(sent[name]) !== given;
  if (differs("vin", vin, vinKey)) throw new Unfit("vin: is of another vehicle");
  if (differs("license", plate, plateKey)) throw new Unfit("license: is another plate");
  if (differs("state", state, plateKey)) throw new Unfit("state: is another state");
  if (differs("year", year, vinKey)) throw new Unfit("year: is another model year");
}

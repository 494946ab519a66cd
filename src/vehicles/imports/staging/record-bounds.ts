import { type BodyText, bodyBytes, bodyBytesMax } from "../../families/body.ts";
import { RecordError } from "../input/import-error.ts";

// A lookup that answers with the largest record keeps its thread busy for 2 ms (bench supplier).
/** The most bytes of a stored record. */
export const recordBytesMax = 2 ** 20;
/** The most images of a record, and members with contact data: each is filled in when it is answered. */
export const filledMax = 2000;
/** The most characters of a row's names, of which keys are made. PostgreSQL indexes no longer ones. */
export const namesMax = 2000;

/** Throws `RecordError` for a record that lookups could not answer with quickly. */
export function requireAnswerable(body: BodyText): void {
  if (body.placeholders.length > filledMax)
    throw new RecordError("", "", "has more than 2,000 images and members with contact data");
  if (bodyBytesMax(body) > recordBytesMax && bodyBytes(body) > recordBytesMax)
    throw new RecordError("", "", "has more than 1 MiB as a record");
}

/** Throws `RecordError` for names that cannot be keys. */
export function requireNames(characters: number): void {
  if (characters > namesMax)
    throw new RecordError("", "", "has names of more than 2,000 characters together");
}

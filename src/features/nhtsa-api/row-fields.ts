import { z } from "zod";
import type { Lists } from "../../vin/nhtsa/registry.ts";

/** A text of a result. */
export const field = (description: string) => z.string().describe(description);
/** A text that vPIC's published data can lack. */
export const optionalField = (description: string) => z.string().nullable().describe(description);
/** A text in vPIC's responses that no published data have: always `null`. */
export const unpublished = z.string().nullable().describe("Not in NHTSA's published data.");

export const makeId = z.int().describe("The make's number.");
export const makeName = field("The make's name.");
export const typeId = z.int().describe("The vehicle type's number.");
export const typeName = field("The vehicle type's name.");

export const mfrId = z.int().describe("The manufacturer's number.");
export const mfrName = field("The manufacturer's name.");

/** vPIC's `null` for an empty text. */
export const orNull = (text: string | undefined): string | null => text || null;

/** The parameter for manufacturers. */
export const manufacturer = {
  description: "The manufacturer's number, or a part of its name.",
  example: "988",
} as const;

export const typeNameOf = (lists: Lists, type: number): string => lists.types.get(type) ?? "";

import { CODE_OF, normaliseVin, OTHER, VIN_LENGTH } from "./characters.ts";

/** Fewer characters identify no manufacturer. */
const SHORTEST = 3;

/**
 * Why a text cannot be decoded, as the rest of a sentence: its length, or the first character that no VIN
 * contains. I, O and Q are decoded with a warning. `undefined` if it can be decoded.
 */
export function malformedReason(vin: string): string | undefined {
  const characters = [...normaliseVin(vin)];
  const index = characters.findIndex((character) => {
    const unit = character.charCodeAt(0);
    return unit >= 128 || CODE_OF[unit] === OTHER;
  });
  if (index >= 0)
    return `has ${JSON.stringify(characters[index])} in position ${index + 1}, which can never occur in a VIN: it holds digits and letters other than I, O and Q`;
  if (characters.length > VIN_LENGTH) return `has ${characters.length} characters; a VIN has ${VIN_LENGTH}`;
  if (characters.length < SHORTEST)
    return `has ${characters.length} characters; a VIN has ${VIN_LENGTH}, and its first ${SHORTEST} at least are needed`;
  return undefined;
}

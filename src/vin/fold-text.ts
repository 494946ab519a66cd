/** A text folded for comparisons that ignore case, spaces and punctuation. */
export const foldText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

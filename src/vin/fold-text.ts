/** A text by which texts are compared that differ in case, spaces and punctuation alone. */
export const foldText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

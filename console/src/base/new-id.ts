const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** A new ID: the word and 16 random characters. */
export function newId(word: string): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return `${word}-${[...random].map((byte) => alphabet[byte % alphabet.length]).join("")}`;
}

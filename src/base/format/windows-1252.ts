const decoder = new TextDecoder("windows-1252");
/** Characters whose byte is not their code. */
const bytes = new Map(
  Array.from({ length: 32 }, (_, index) => [decoder.decode(new Uint8Array([128 + index])), 128 + index]),
);

function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0)!;
  return code < 128 || (code >= 160 && code < 256) ? code : bytes.get(character);
}

/** A text with the characters of Windows-1252 alone. What it lacks is without its accents, or a question mark. */
export const asWindows1252 = (text: string): string =>
  Array.from(text.normalize("NFC"), (character) => {
    if (byteOf(character) !== undefined) return character;
    const plain = [...character.normalize("NFKD").replace(/\p{M}/gu, "")];
    return plain.map((one) => (byteOf(one) === undefined ? "?" : one)).join("");
  }).join("");

/** A text in Windows-1252, as `asWindows1252` has it. */
export const windows1252 = (text: string): Uint8Array =>
  Uint8Array.from(asWindows1252(text), (character) => byteOf(character)!);

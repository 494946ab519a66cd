const decoder = new TextDecoder("windows-1252");
/** Characters whose byte is not their code. */
const bytes = new Map(
  Array.from({ length: 32 }, (_, index) => [decoder.decode(new Uint8Array([128 + index])), 128 + index]),
);

function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0)!;
  return code < 128 || (code >= 160 && code < 256) ? code : bytes.get(character);
}

/** A text in Windows-1252. What it lacks is written without its accents, or as a question mark. */
export function windows1252(text: string): Uint8Array {
  const all = [...text.normalize("NFC")].flatMap((character) => {
    const byte = byteOf(character);
    if (byte !== undefined) return [byte];
    const plain = [...character.normalize("NFKD").replace(/\p{M}/gu, "")].map(byteOf);
    return plain.map((one) => one ?? 63);
  });
  return Uint8Array.from(all);
}

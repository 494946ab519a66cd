const CHARACTERS = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ";
/** A few invalid characters and the star for an unknown one, among the valid ones. */
const ODD = "IOQ*";
const YEARS = "ABCDEFGHJKLMNPRSTVWXY123456789";

/** Numbers from 0 to below `limit`, the same ones for a seed. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** A random VIN of a manufacturer code. */
export function randomVin(wmi: string, random: (limit: number) => number): string {
  const pick = (from: string) => from.charAt(random(from.length));
  let vin = wmi.slice(0, 3);
  while (vin.length < 17) {
    if (vin.length === 9) vin += pick(YEARS);
    else vin += random(60) === 0 ? pick(ODD) : vin.length > 13 ? pick("0123456789") : pick(CHARACTERS);
  }
  return wmi.length === 6 ? vin.slice(0, 11) + wmi.slice(3) + vin.slice(14) : vin;
}

/** A VIN with one changed position. */
export function mutated(vin: string, position: number, random: (limit: number) => number): string {
  const from = random(12) === 0 ? ODD : CHARACTERS;
  return vin.slice(0, position) + from.charAt(random(from.length)) + vin.slice(position + 1);
}

/** A VIN that matches a key: the key's characters if it names them, random ones elsewhere. */
export function vinForKey(wmi: string, key: string, year: number, random: (limit: number) => number): string {
  const pieces = key.match(/\[[^\]]*\]|./g) ?? [];
  const vin = [...randomVin(wmi, random)];
  vin[9] = YEARS.charAt((year - 1980) % 30);
  if (year < 2010) vin[6] = String(random(10));
  pieces.forEach((piece, index) => {
    if (index === 5 || index + 3 > 16 || piece === "*") return;
    const bracketed = piece.startsWith("[") ? piece.slice(1, -1).replace(/[-^_]/g, "") : piece;
    const body = piece === "#" ? "0123456789" : bracketed;
    if (body !== "") vin[index + 3] = body.charAt(random(body.length));
  });
  return vin.join("");
}

/** A name as answers spell it, and the key it is compared by. */
export interface Name {
  readonly text: string;
  readonly key: string;
}

/** The key that names compare by: lower case without accents, spaces and punctuation. */
export function nameKey(text: string): string {
  const plain = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKD");
  return plain.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

// Usual short name of a make → key of the make.
const aliases: Readonly<Record<string, string>> = {
  alfa: "alfaromeo",
  aston: "astonmartin",
  beemer: "bmw",
  benz: "mercedesbenz",
  bimmer: "bmw",
  caddy: "cadillac",
  chev: "chevrolet",
  chevy: "chevrolet",
  harley: "harleydavidson",
  hd: "harleydavidson",
  infinity: "infiniti",
  lambo: "lamborghini",
  landy: "landrover",
  mb: "mercedesbenz",
  mercedes: "mercedesbenz",
  merc: "mercury",
  minicooper: "mini",
  mitsu: "mitsubishi",
  olds: "oldsmobile",
  rangerover: "landrover",
  rolls: "rollsroyce",
  royce: "rollsroyce",
  subie: "subaru",
  vdub: "volkswagen",
  vw: "volkswagen",
};

/** The `nameKey` of a make; usual short names have the key of the whole name. */
export function makeKey(text: string): string {
  const key = nameKey(text);
  return Object.hasOwn(aliases, key) ? aliases[key]! : key;
}

/** The key that plates compare by: upper case, without spaces and hyphens. */
export function plateKey(text: string): string {
  return text.replace(/[\s\-.·]/g, "").toUpperCase();
}

/** The same in a state or country: Israel's register writes zeros before some of its numbers. */
export function plateKeyIn(state: string, text: string): string {
  const key = plateKey(text);
  return state === "ISR" ? key.replace(/^0+(?=\d)/, "") : key;
}

import type { Drive, LineFacts } from "./line-facts.ts";

/**
 * Whether a name of a line fits a vehicle: `exact` by words that the VIN states, `close` by facts that follow from
 * it, `open` where the VIN leaves it open, `no` where the VIN contradicts it.
 */
export type Fit = "no" | "open" | "close" | "exact";

const drives: Readonly<Record<string, readonly Drive[]>> = {
  HYBRID: ["hybrid"],
  PHEV: ["plug-in"],
  EV: ["electric"],
  FUELCELL: ["fuel cell"],
  DIESEL: ["diesel"],
  CNG: ["gas"],
  GASOLINE: ["gasoline"],
  GAS: ["gasoline"],
  FFV: ["gasoline"],
  RECHARGE: ["plug-in", "electric"],
  PRIME: ["plug-in"],
  PLUG: ["plug-in", "electric"],
  LIGHTNING: ["electric"],
};

const bodies: Readonly<Record<string, RegExp>> = {
  SEDAN: /sedan/i,
  SALOON: /sedan/i,
  COUPE: /coupe/i,
  KOUP: /coupe/i,
  CONVERTIBLE: /convertible|roadster/i,
  WAGON: /wagon/i,
  AVANT: /wagon/i,
  SPORTWAGEN: /wagon/i,
  HATCHBACK: /hatchback/i,
  SPORTBACK: /hatchback|sportback/i,
  PICKUP: /pickup/i,
  TRUCK: /pickup|truck|incomplete/i,
  VAN: /van/i,
  CARGO: /cargo|^van/i,
  CUTAWAY: /cutaway/i,
  CHASSIS: /incomplete|chassis/i,
};

/** What a size in a name, such as 1500, can weigh: classes of gross weight (49 CFR 565.15). */
const sizes: Readonly<Record<string, RegExp>> = {
  "1500": /^(1|2E|2F|2$)/,
  "2500": /^(2G|2H|2$|3)/,
  "3500": /^(2H|3|4)/,
  "4500": /^(4|5)/,
  "5500": /^(5|6)/,
  "6500": /^6/,
};

const known = (isSo: boolean | undefined): Fit => (isSo === undefined ? "open" : isSo ? "close" : "no");

function fitsDrive(allowed: readonly Drive[], { powertrain }: LineFacts): Fit {
  if (powertrain === undefined) return "open";
  if (allowed.includes(powertrain)) return "close";
  // "HYBRID" may stand for plug-in hybrids too.
  return allowed.includes("hybrid") && powertrain === "plug-in" ? "open" : "no";
}

/** Compares the meaning of a word with the vehicle; `undefined` for a word without a meaning of its own. */
export function fitOfWord(word: string, facts: LineFacts): Fit | undefined {
  const { body, wheels, weight, cores } = facts;
  if (Object.hasOwn(drives, word)) return fitsDrive(drives[word]!, facts);
  // Nothing else is known about an incomplete body.
  if (word === "CUTAWAY" && body === "Incomplete") return "open";
  if (Object.hasOwn(bodies, word)) return known(body === "" ? undefined : bodies[word]!.test(body));
  if (word === "4WD" || word === "2WD") return wheels === "" ? undefined : known(wheels === word);
  if (word === "SD" && facts.year < 1999) return "no";
  if (word === "SD") return known(weight === "" ? undefined : /^(2G|2H|[3-8])/.test(weight));
  if (word === "HD" && weight !== "") return /^2G/.test(weight) ? "open" : known(/^(2H|[3-8])/.test(weight));
  // Only its four-door body has the name.
  if (word === "UNLTD" || (word === "UNLIMITED" && cores.includes("WRANGLER")))
    return known(facts.doors === 0 ? undefined : facts.doors === 4);
  return undefined;
}

/** The meaning of a number in a name: a size, an engine's liters or cylinders, or a designation made of them. */
export function fitOfNumber(number: string, next: string, facts: LineFacts): Fit {
  const { numbers, litres, cylinders, weight, powertrain } = facts;
  if (next === "DOOR") return known(facts.doors === 0 ? undefined : facts.doors === Number(number));
  const suffix = numbers.get(number);
  // `300h` is another line than `300`.
  if (suffix !== undefined && suffix !== "")
    return /^(H|E)/.test(suffix) && powertrain !== "gasoline" ? "no" : "open";
  if (number.includes(".")) return known(litres === 0 ? undefined : Math.abs(litres - Number(number)) < 0.06);
  const sameKind = [...numbers.keys()].some((one) => (one.length === 4) === (number.length === 4));
  if (number.length > 1 && sameKind) return "no";
  const size = sizes[number];
  if (size) {
    if (weight === "") return "open";
    const fitting = Object.keys(sizes).filter((one) => sizes[one]!.test(weight));
    return fitting.includes(number) ? (fitting.length === 1 ? "close" : "open") : "no";
  }
  if (number.length === 4)
    return known(litres === 0 ? undefined : Math.abs(litres - Number(number) / 1000) < 0.06);
  if (number.length === 1 || number === "12")
    return known(cylinders === 0 ? undefined : cylinders === Number(number));
  const fits = (one: string) => Math.abs(litres - Number(one) / 100) < 0.06;
  if (litres > 0 && fits(number)) return "close";
  // If a trim lists several, the engine decides between them.
  const others = [...facts.listed].filter((one) => /^\d{3}$/.test(one));
  return facts.listed.has(number) && litres > 0 && others.some(fits) ? "no" : "open";
}

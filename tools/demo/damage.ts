import type { Random } from "./random.ts";

/** A kind of damage: its repair cost as a share of the vehicle's value, and whether the vehicle still drives. */
export interface Damage {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly drives: "yes" | "no" | "maybe";
  /** Parts that are often damaged too. */
  readonly besides: readonly string[];
}

export const noDamage: Damage = { name: "Normal Wear", low: 0, high: 0.06, drives: "yes", besides: [] };

const damages: readonly Damage[] = [
  { name: "Minor Dent/Scratches", low: 0.03, high: 0.12, drives: "yes", besides: ["Normal Wear"] },
  { name: "Hail", low: 0.15, high: 0.4, drives: "yes", besides: ["Minor Dent/Scratches"] },
  { name: "Rear End", low: 0.2, high: 0.65, drives: "maybe", besides: ["Side", "Undercarriage"] },
  {
    name: "Front End",
    low: 0.25,
    high: 0.85,
    drives: "maybe",
    besides: ["Side", "Undercarriage", "Mechanical"],
  },
  { name: "Side", low: 0.2, high: 0.7, drives: "maybe", besides: ["Front End", "Undercarriage"] },
  { name: "Undercarriage", low: 0.15, high: 0.5, drives: "maybe", besides: ["Front End"] },
  { name: "Mechanical", low: 0.2, high: 0.55, drives: "no", besides: ["Normal Wear"] },
  { name: "Water/Flood", low: 0.6, high: 0.98, drives: "no", besides: ["Mechanical"] },
  { name: "Rollover", low: 0.7, high: 0.99, drives: "no", besides: ["All Over", "Undercarriage"] },
  { name: "Burn", low: 0.65, high: 0.99, drives: "no", besides: ["Mechanical"] },
];

/** The damage of one vehicle. */
export interface Loss {
  readonly damage: Damage;
  readonly secondary: string;
  /** The repair cost as a share of the value without damage. */
  readonly ratio: number;
  readonly drives: boolean;
}

export function drawDamage(random: Random): Loss {
  return lossFrom(random.pick(damages), random);
}

/** Draws a loss within the range of a kind of damage. */
export function lossFrom(damage: Damage, random: Random): Loss {
  const ratio = damage.low + (damage.high - damage.low) * random.fraction();
  const secondary = damage.besides.length > 0 && random.chance(0.6) ? random.pick(damage.besides) : "";
  const drives = damage.drives === "yes" || (damage.drives === "maybe" && ratio < 0.45);
  return { damage, secondary, ratio, drives };
}

/** The title after a damage of that ratio. */
export function titleAfter(ratio: number): { readonly type: string; readonly description: string } {
  if (ratio >= 0.75) return { type: "CD", description: "Certificate of Destruction" };
  if (ratio >= 0.35) return { type: "SC", description: "Salvage Certificate" };
  return { type: "CT", description: "Clear Title" };
}

/** The auction price as a share of the value without damage. */
export function auctionShare(ratio: number): number {
  return Math.max(0.04, 0.88 - 0.86 * ratio);
}

import { never } from "../../../base/clock.ts";
import { type Wording, wordingsOf } from "../../../base/format/phrases.ts";
import { dateIn } from "../../../base/format/words.ts";
import type { Queries } from "../../../database/database.ts";
import { languageOf } from "../../../management/common/user-resource.ts";

/** The texts of what is sold, on papers and in lists. A payment keeps them in the language in which it was requested. */
const texts = {
  "{count} credit": { de: "{count} Credit", es: "{count} crédito" },
  "{count} credits": { de: "{count} Credits", es: "{count} créditos" },
  "Package, {credits}": { de: "Paket, {credits}", es: "Paquete, {credits}" },
  "Beyond credits": { de: "Über die Credits hinaus", es: "Más allá de los créditos" },
  "subscription {id}": { de: "Abonnement {id}", es: "suscripción {id}" },
  "valid until {day}": { de: "gültig bis {day}", es: "válidos hasta el {day}" },
} as const;

/** How a language writes what is sold. */
export type LineWording = Wording<keyof typeof texts>;

export const lineWordings = wordingsOf(texts);

/** That of an account. */
export const lineWordingOf = async (db: Queries, accountId: string): Promise<LineWording> =>
  lineWordings[await languageOf(db, accountId)];

/** A period as papers write it: Growth, 12 Nov to 12 Dec 2026. */
export function periodText(name: string, from: number, to: number, zone: string, words: LineWording): string {
  if (to === never) return name;
  return `${name}, ${words.span(dateIn(from, zone), dateIn(to, zone))}`;
}

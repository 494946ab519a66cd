import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TranslatedTexts } from "../src/base/format/translations.ts";
import { loadConfig } from "../src/config.ts";
import { features } from "../src/features.ts";
import { operations, services } from "../src/operations.ts";
import { declaredEvents } from "../src/outbox/declared-events.ts";
import { builtinApis } from "../src/vehicles/families/builtin-apis.ts";
import { lookupApis } from "../src/vehicles/families/lookup-apis.ts";
import { recordFamilies } from "../src/vehicles/families/record-families.ts";
import { listedLookups, recordLabels } from "../src/vehicles/families/summaries.ts";

// `npm run words` writes the parts of the console's catalogues that features declare: their `permissions.ts` and `audit.ts`.
const root = join(import.meta.dir, "..");
const folder = join(root, "console/src/base/language/declared");

/** The texts by the names of their files. */
export async function consoleWords(): Promise<Readonly<Record<string, string>>> {
  const phrases: Record<string, TranslatedTexts[string]> = {};
  for (const { name } of features) {
    const path = join(root, "src/features", name, "audit.ts");
    if (await Bun.file(path).exists()) Object.assign(phrases, (await import(path)).auditPhrases);
  }
  const permissions = features.flatMap((one) => Object.values(one.permissions ?? {}));
  const texts = [
    ...Object.values(phrases),
    ...permissions.map(({ text, translations }) => ({ en: text, ...translations })),
  ];
  const file = (entries: readonly (readonly [string, string])[]) =>
    `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
  return {
    "audit.gen.json": file(Object.entries(phrases).map(([action, { en }]) => [action, en])),
    "de.gen.json": file(texts.map(({ en, de }) => [en, de])),
    "es.gen.json": file(texts.map(({ en, es }) => [en, es])),
    "lookups.gen.json": file(
      operations.filter(({ audience }) => audience === "key").map(({ id, summary }) => [id, summary]),
    ),
  };
}

// A computed path: the feature can be taken away.
const mailKinds = join(import.meta.dir, "../src/features/mail/texts/account-kinds.ts");
const ownMails: readonly { readonly title: string }[] = existsSync(mailKinds)
  ? Object.values((await import(mailKinds)).ownKinds)
  : [];

/** Names and descriptions of what the service has, as it sends them to the console. */
export function sentNames(): readonly string[] {
  const lookups = listedLookups(lookupApis).flatMap(({ group, lookups: own }) => [
    group,
    ...own.flatMap(({ name, description }) => [name, description]),
  ]);
  return [
    ...lookups,
    ...builtinApis.flatMap(({ displayName, description }) => [displayName, description]),
    ...Object.values(recordLabels(recordFamilies)),
    ...loadConfig({}, features).stated.flatMap(({ summary, fallback }) =>
      /[a-z]{2} [a-z]/.test(fallback) ? [summary, fallback] : summary,
    ),
    ...operations.map(({ summary }) => summary),
    ...[...ownMails, ...services.flatMap(({ mails = [] }) => mails)].map(({ title }) => title),
    ...declaredEvents.map(({ meaning }) => meaning),
  ];
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(await consoleWords())) await Bun.write(join(folder, name), text);
}

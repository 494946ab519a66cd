import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { transform } from "saxon-js";
import type { EinvoiceForm } from "../../einvoice/forms.ts";

export const folder = join(import.meta.dir, "judges");

const names = ["en16931_cii", "en16931_ubl", "xrechnung_cii", "xrechnung_ubl", "peppol"] as const;
type Judge = (typeof names)[number];

const fileOf = (name: Judge): string => join(folder, `${name}.sef.json.br`);

/** Peppol's rules are not in the repository: `bun tools/einvoice-judges.ts` brings them. */
export const hasPeppol = existsSync(fileOf("peppol"));

/** Whose rules an e-invoice must keep. */
export const judgesOf: Readonly<Record<EinvoiceForm, readonly Judge[]>> = {
  en16931_cii: ["en16931_cii"],
  xrechnung_cii: ["en16931_cii", "xrechnung_cii"],
  xrechnung_ubl: ["en16931_ubl", "xrechnung_ubl"],
  peppol: hasPeppol ? ["en16931_ubl", "peppol"] : ["en16931_ubl"],
};

const compiled = new Map<Judge, object>();

function rulesOf(name: Judge): object {
  const known = compiled.get(name);
  if (known) return known;
  const read = JSON.parse(brotliDecompressSync(readFileSync(fileOf(name))).toString()) as object;
  compiled.set(name, read);
  return read;
}

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";

/** The rules that an e-invoice breaks, each with its flag: `BR-CO-15 fatal`. Empty: it keeps all of them. */
export function brokenRules(xml: string, judges: readonly Judge[]): string[] {
  return judges.flatMap((name) => {
    const { principalResult: report } = transform(
      { stylesheetInternal: rulesOf(name), sourceText: xml, destination: "serialized" },
      "sync",
    );
    // A judge that found nothing to judge would find no fault either.
    if (!report.includes("<svrl:fired-rule")) throw new Error(`${name} judged nothing`);
    const failed = report.match(/<svrl:(failed-assert|successful-report)\b[^>]*>/g) ?? [];
    return failed.map((tag) => `${attribute(tag, "id")} ${attribute(tag, "flag") || "fatal"}`);
  });
}

import { forms } from "../../einvoice/forms.ts";
import { missingOf } from "../../einvoice/missing.ts";
import { einvoiceOf } from "../../einvoice/write.ts";
import { generatedBodies } from "./generated.ts";
import { brokenRules, judgesOf } from "./judge.ts";

/** What judges found of generated papers. */
export interface Judged {
  readonly judged: number;
  /** Papers that were not complete in a form, by what they lack. */
  readonly missing: Readonly<Record<string, number>>;
  /** `3 peppol BR-CO-15 fatal`: the paper's place, the form and the rule. */
  readonly broken: readonly string[];
}

/** Judges generated papers, each in one form by turns, or in the next one in which it is complete. */
export async function judgeGenerated(
  papers: number,
  seed: number,
  onJudged: (judged: number, broken: number) => void = () => {},
): Promise<Judged> {
  const missing: Record<string, number> = {};
  const broken: string[] = [];
  let judged = 0;
  for (const [at, body] of (await generatedBodies(papers, seed)).entries())
    for (let turn = 0; turn < forms.length; turn++) {
      const form = forms[(at + turn) % forms.length]!;
      const lacks = missingOf(body, form);
      for (const { term } of lacks) missing[`${form} ${term}`] = (missing[`${form} ${term}`] ?? 0) + 1;
      if (lacks.length > 0) continue;
      broken.push(
        ...brokenRules(einvoiceOf(body, form), judgesOf[form]).map((rule) => `${at} ${form} ${rule}`),
      );
      onJudged(++judged, broken.length);
      break;
    }
  return { judged, missing, broken };
}

// `bun src/features/papers/test/einvoice/judge-generated.ts [PAPERS] [SEED]`: as many papers, some minutes a thousand.
if (import.meta.main) {
  const [, , papers = "10000", seed = "1"] = process.argv;
  const started = performance.now();
  const found = await judgeGenerated(Number(papers), Number(seed), (judged, broken) => {
    if (judged % 100 === 0) console.error(`${judged} judged, ${broken} rules broken`);
  });
  console.log(JSON.stringify(found, null, 2));
  console.log(`in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  process.exit(found.broken.length === 0 ? 0 : 1);
}

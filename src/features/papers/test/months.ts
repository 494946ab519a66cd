import Big from "big.js";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { issueCreditNote, type PaperLine, quoteTax } from "../issue.ts";
import type { PaperBody } from "../paper-body.ts";
import { findPaper } from "../paper-rows.ts";
import { BillingDetailsRequest, writeDetails } from "../parties/buyer.ts";
import { writeSetting } from "../parties/seller.ts";
import { issueNamed, lineOf, now, requestOf, seller } from "./issued.ts";

/** What generated months found. */
export interface MonthSums {
  readonly months: number;
  readonly creditNotes: number;
  /** Minor units by which papers differ from decimal arithmetic, or from what was paid. */
  readonly off: number;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const rates = [0, 550, 700, 1900, 2000, 2100, 2500] as const;
const codes = ["AT", "BE", "CY", "DE", "FI", "FR", "HR"] as const;

/** Half to even, of the whole product and of nothing before it. */
const rounded = (value: Big): number => value.round(0, Big.roundHalfEven).toNumber();

/** Enters a seller, and a rate for each of some countries. */
export async function enterRates(db: Database): Promise<void> {
  await writeSetting(db, "seller", { ...seller, bank_text: null, payment_days: 14 });
  const rules = rates.map((rate, index) => ({
    countries: [codes[index]!],
    with_tax_id: null,
    tax: { rate, category: rate === 0 ? "Z" : "S", reason: "" },
  }));
  await writeSetting(db, "taxes", { rules, otherwise: rules[0]!.tax });
  for (const code of codes)
    await writeDetails(db, code, BillingDetailsRequest.parse({ company: code, country: code }));
}

/**
 * Issues invoices of generated months, and credit notes for parts of them in random splits, and compares all their sums
 * with decimal arithmetic and with what was charged and paid.
 */
export async function generateMonths(db: Database, months: number, seed: number): Promise<MonthSums> {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let off = 0;
  let creditNotes = 0;
  const compare = (one: number, other: number) => {
    off += Math.abs(one - other);
  };
  for (let month = 0; month < months; month++) {
    const at = below(codes.length);
    const accountId = codes[at]!;
    const lines = Array.from({ length: 1 + below(4) }, () => generatedLine(below));
    await db.transaction(async (tx) => {
      const nets = lines.map(({ quantity, priceMinor, per }) =>
        rounded(Big(quantity).times(priceMinor).div(per)),
      );
      const net = nets.reduce((sum, one) => sum.plus(one), Big(0));
      const tax = rounded(net.times(rates[at]!).div(10_000));
      const asked = await quoteTax(tx, accountId, net.toNumber(), "EUR");
      const paid = { minor: asked.grossMinor, at: now, method: "Transfer" };
      const paper = await issueNamed(tx, requestOf(accountId, lines, { paid, tax: asked }));
      const body = JSON.parse((await findPaper(tx, paper.id))!.body) as PaperBody;
      for (const [index, { net_minor }] of body.lines.entries()) compare(net_minor, nets[index]!);
      compare(paper.netMinor, net.toNumber());
      compare(paper.taxMinor, tax);
      compare(paper.grossMinor, net.plus(tax).toNumber());
      compare(body.totals.gross_minor, paid.minor);
      compare(body.totals.due_minor, 0);
      if (paper.grossMinor === 0 || below(3) > 0) return;
      const taken = { net: 0, tax: 0, gross: 0 };
      const all = below(2) === 0;
      for (let left = paper.grossMinor, part = 0; left > 0 && part < 5; part++) {
        const grossMinor = all && part === 4 ? left : 1 + below(left);
        const note = await issueCreditNote(tx, { corrects: paper.id, grossMinor, reason: "", now });
        taken.net += note.netMinor;
        taken.tax += note.taxMinor;
        taken.gross += note.grossMinor;
        left -= grossMinor;
        creditNotes++;
        compare(note.grossMinor, grossMinor);
        compare(note.netMinor + note.taxMinor, note.grossMinor);
        compare(taken.tax, rounded(Big(taken.gross).times(tax).div(paper.grossMinor)));
        if (left === 0) compare(taken.net, paper.netMinor);
        if (Math.min(note.netMinor, note.taxMinor) < 0) compare(0, 1);
      }
    });
  }
  const stored = await db.get<{ wrong: number }>(sql`
    select count(*) as wrong from paper where net_minor + tax_minor <> gross_minor or gross_minor < 0`);
  return { months, creditNotes, off: off + stored!.wrong };
}

function generatedLine(below: (limit: number) => number): PaperLine {
  const unit = (["month", "credits", "piece"] as const)[below(3)]!;
  if (unit === "credits")
    return lineOf(below(100_000), {
      unit,
      quantity: below(10_000_000),
      per: [1, 7, 100, 999, 1000][below(5)]!,
    });
  return lineOf(below(below(2) === 0 ? 100 : 10_000_000), { unit, quantity: 1 + below(3) });
}

// `bun src/features/papers/test/months.ts [MONTHS] [SEED]`: as many months on SQLite, with the time that they take.
if (import.meta.main) {
  const { kinds } = await import("../../../../test/database/databases.ts");
  const fresh = await kinds[0]!.migrated();
  const db = await fresh.open();
  await enterRates(db);
  const started = performance.now();
  const [, , months = "10000", seed = "1"] = process.argv;
  const sums = await generateMonths(db, Number(months), Number(seed));
  console.log(`${JSON.stringify(sums)} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  await fresh.end();
}

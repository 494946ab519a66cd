import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { missingLetters } from "../../pdf/coverage.ts";
import { type Check, ok, requireDatabase, warning } from "../../running/check.ts";
import { findSetting } from "./parties/seller.ts";

const rowsAtOnce = 1000;
const examplesMax = 3;
const lettersMax = 5;

interface Named {
  readonly id: string;
  readonly text: string;
}

/** Whether papers can show the letters of buyers, products and the seller, before papers are issued. */
export const lettersCheck: Check = {
  name: "letters of papers",
  async run(inspected) {
    const db = requireDatabase(inspected);
    const { statementFont } = inspected.config;
    const examples: string[] = [];
    const counted = (rows: readonly Named[]): number =>
      rows.filter(({ id, text }) => {
        const missing = missingLetters(text, statementFont);
        if (missing.length > 0 && examples.length < examplesMax)
          examples.push(`${missing.slice(0, lettersMax).join("")} (${id})`);
        return missing.length > 0;
      }).length;
    const seller = await findSetting<object>(db, "seller");
    const sellers = counted(seller ? [{ id: "seller", text: JSON.stringify(seller) }] : []);
    const products = counted(await productNames(db));
    let customers = 0;
    for await (const rows of detailsOf(db)) customers += counted(rows);
    if (sellers + products + customers === 0) return ok("Fonts have all letters of papers");
    const shown = examples.join(", ");
    return warning(
      `Papers have boxes in place of letters that no font has. Customers: ${customers}, products: ${products}, seller: ${sellers}. Examples: ${shown}`,
      "Set VINGATE_STATEMENT_FONT to a TrueType file that has these letters, and restart the service.",
    );
  },
};

// Texts of ASCII alone have as many bytes as characters, and all fonts have these: no other rows are read.

const productNames = (db: Queries): Promise<readonly Named[]> =>
  db.all<Named>(sql`
    select id, display_name as text from product
    where octet_length(display_name) > length(display_name) order by id limit ${rowsAtOnce}`);

async function* detailsOf(db: Queries): AsyncGenerator<readonly Named[]> {
  let last = "";
  for (;;) {
    const rows = await db.all<Named>(sql`
      select account_id as id, details as text from billing_account
      where account_id > ${last} and octet_length(details) > length(details)
      order by account_id limit ${rowsAtOnce}`);
    yield rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)!.id;
  }
}

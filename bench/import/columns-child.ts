import { saleRecords } from "../../src/vehicles/families/apis/saleshistory.ts";
import { ColumnReader } from "../../src/vehicles/imports/columns/column-reader.ts";
import { valueColumnsOf } from "../../src/vehicles/imports/columns/value-columns.ts";
import { openFile } from "../../src/vehicles/imports/input/input.ts";
import { textOf, utf8Of } from "../../src/vehicles/imports/input/utf8.ts";
import { openCsv } from "../../src/vehicles/imports/readers/csv.ts";
import { printJson } from "../common/figure.ts";

// Reads a file of sales: `bare` splits its rows into cells, `read` reads three of the twelve as columns, too. Prints the
// CPU in ms. Arguments: which, the file.
const [which = "", file = ""] = process.argv.slice(2);
const forms = { until: "2028-12-31" };
const keys = { "data.listing_price.price": "amount", "data.odometer_mi": "miles", post_date: "moment" };

async function readAll(): Promise<number> {
  await using input = await openFile(file, { members: /csv$/, bytesMax: 2 ** 40, folder: "/nowhere" });
  const { columns, batches } = await openCsv(textOf(utf8Of(input.read())));
  const chosen = valueColumnsOf(saleRecords).filter(
    ({ name, kind }) => keys[name as keyof typeof keys] === kind,
  );
  const readers = chosen.map(
    (column) => [columns.indexOf(column.name), new ColumnReader(column, forms)] as const,
  );
  let seen = 0;
  for await (const { rows, lineOf } of batches) {
    if (which === "bare") {
      for (const cells of rows) for (const cell of cells) seen += cell.length;
      continue;
    }
    for (const [at, reader] of readers)
      for (let row = 0; row < rows.length && !reader.isDecided; row += 1)
        reader.observe(rows[row]![at]!, lineOf(row));
    for (const cells of rows) {
      for (const cell of cells) seen += cell.length;
      for (const [at, reader] of readers)
        seen += reader.isTime
          ? reader.readTime(cells[at]!)!.length
          : Number(reader.readAmount(cells[at]!)!.value);
    }
  }
  return seen;
}

await readAll();
const before = process.cpuUsage();
const rounds = 3;
for (let round = 0; round < rounds; round += 1) await readAll();
const { user, system } = process.cpuUsage(before);
printJson({ cpu: (user + system) / 1000 / rounds });

import { expect, test } from "bun:test";
import { fileColumn, importPreview } from "../../../../../test/console/dom/import-records.ts";
import { type Mapping, mappingOf, withColumn, withForm, withWords } from "./mapping.ts";
import { type Columns, templateOf } from "./template.ts";

const mapping: Mapping = {
  family: "lien",
  columns: {
    vin: { from: "FIN" },
    "liens.1.filed_at": { from: "Filed", form: "month_first" },
    "liens.2.filed_at": { from: "Filed 2", form: "month_first" },
    as_of: { value: "2026-11-01" },
  },
  ignore: ["Note"],
};

test("a validated file has the service's mapping", () => {
  expect(mappingOf("auction", importPreview())).toEqual({
    family: "auction",
    columns: {
      vin: { from: "FIN" },
      price: { from: "Preis", form: "comma" },
      "data.keys": { from: "Has_Keys", values: { YES: "yes" } },
    },
    ignore: ["Bemerkung"],
  });
});

test("documented heads are mapped to themselves", () => {
  const columns = [fileColumn("vin", "vin"), fileColumn("note", null)];
  expect(mappingOf("lien", importPreview({ mapping: null, columns }))).toEqual({
    family: "lien",
    columns: { vin: { from: "vin" } },
    ignore: ["note"],
  });
});

test("a column is read as another one, without the form of the former", () => {
  expect(withColumn(mapping, { column: "Filed", as: "liens.1.released_at" }, "liens.1.filed_at")).toEqual({
    family: "lien",
    columns: {
      vin: { from: "FIN" },
      "liens.2.filed_at": { from: "Filed 2", form: "month_first" },
      as_of: { value: "2026-11-01" },
      "liens.1.released_at": { from: "Filed" },
    },
    ignore: ["Note"],
  });
});

test("a column that takes the place of another one leaves it ignored", () => {
  const { columns, ignore } = withColumn(mapping, { column: "Note", as: "vin" }, "");
  expect([columns.vin, ignore]).toEqual([{ from: "Note" }, ["FIN"]]);
});

test("a column is ignored", () => {
  const { columns, ignore } = withColumn(mapping, { column: "FIN", as: "" }, "vin");
  expect([columns.vin, ignore]).toEqual([undefined, ["Note", "FIN"]]);
});

test("a column that the mapping names in other letters is found by what it was read as", () => {
  const { columns, ignore } = withColumn(mapping, { column: "fin", as: "" }, "vin");
  expect([columns.vin, ignore]).toEqual([undefined, ["Note", "fin"]]);
});

test("a form of a column that the mapping lacks is added with it", () => {
  const { columns } = withForm(mapping, { column: "Sold", as: "sold_at" }, "day_first");
  expect([columns.sold_at, columns.vin]).toEqual([{ from: "Sold", form: "day_first" }, { from: "FIN" }]);
});

test("columns that are read together have one form, others keep theirs", () => {
  expect(withForm(mapping, { column: "Filed", as: "liens.1.filed_at" }, "day_first").columns).toEqual({
    vin: { from: "FIN" },
    "liens.1.filed_at": { from: "Filed", form: "day_first" },
    "liens.2.filed_at": { from: "Filed 2", form: "day_first" },
    as_of: { value: "2026-11-01" },
  });
});

test("words are translated in addition to those of the mapping", () => {
  const once = withWords(mapping, { column: "FIN", as: "vin" }, { YES: "yes" });
  expect(withWords(once, { column: "FIN", as: "vin" }, { DEFAULT: null }).columns.vin).toEqual({
    from: "FIN",
    values: { YES: "yes", DEFAULT: null },
  });
});

test("another member of the same column gets nothing for a new word", () => {
  const runs = {
    family: "auction",
    columns: {
      runs: { from: "Runs/Drives", values: { Runs: "yes" } },
      starts: { from: "Runs/Drives", values: { Runs: "yes", Cranks: "no" } },
      note: { from: "Runs/Drives" },
    },
  };
  const translated = withWords(runs, { column: "RUNS/DRIVES", as: "runs" }, { Cranks: "no", Fine: "yes" });
  expect(translated.columns).toEqual({
    runs: { from: "Runs/Drives", values: { Runs: "yes", Cranks: "no", Fine: "yes" } },
    starts: { from: "Runs/Drives", values: { Runs: "yes", Cranks: "no", Fine: null } },
    note: { from: "Runs/Drives" },
  });
});

test("a template has every column and an example", () => {
  const column = (name: string, example: string) => ({
    name,
    form: "text",
    required: false,
    about: "",
    example,
  });
  const columns = [column("vin", "1HGCM82633A004352"), column("as_of", ""), column("holder", 'Acme "Bank"')];
  expect(templateOf({ family: "lien", columns, sources: [] } as Columns)).toBe(
    'vin,as_of,holder\r\n1HGCM82633A004352,,"Acme ""Bank"""\r\n',
  );
});

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ImportPreview } from "../../../src/vehicles/imports/preview/preview.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { datasetCaller, type ShownImport } from "./dataset-caller.ts";
import { workbookOf } from "./workbooks.ts";

const vin = "1HGCM82633A004352";

type Shown = ShownImport & {
  readonly preview: ImportPreview | null;
  readonly mapping?: { readonly name: string | null; readonly text: string; readonly sha256: string };
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`files with other columns over HTTP on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
    });
    afterAll(() => service.end());
    const { ask, put, ended } = datasetCaller(() => service);
    const load = async (body: string | Uint8Array, query: Readonly<Record<string, string>>) =>
      (await ended(await put(body, `?${new URLSearchParams(query)}`))) as Shown;
    const sent = (mapping: object | string) =>
      typeof mapping === "string" ? mapping : JSON.stringify(mapping);

    test("a dry run proposes a mapping, and an import takes it", async () => {
      const text = `FIN;Bank;Eingetragen am;Stand\n${vin};Beispielbank Köln;03.04.2024;2026-11-01\n`;
      const bytes = Buffer.from(text, "latin1");
      const columns = {
        vin: { from: "FIN" },
        "liens.1.lienholder": { from: "Bank" },
        "liens.1.filed_at": { from: "Eingetragen am" },
        as_of: { from: "Stand" },
      };
      const mapping = JSON.stringify({ family: "lien", columns });
      const { id, state, preview, mapping: none } = await load(bytes, { dry_run: "true" });
      const seen = (
        name: string,
        as: string,
        value: string,
        form: string | null,
        at: number | null = null,
      ) => ({
        name,
        as,
        form,
        decided_at: at,
        values: [value],
        empty: {},
        unmapped: {},
      });
      const record = {
        vin,
        year: 2003,
        make: "HONDA",
        model: "Accord",
        liens: [{ lienholder: "Beispielbank Köln", filed_at: "2024-04-03" }],
        as_of: "2026-11-01",
      };
      expect([state, none, preview]).toEqual([
        "done",
        undefined,
        {
          format: "csv",
          encoding: "windows-1252",
          delimiter: ";",
          sheet: null,
          sheets: [],
          mapping: { name: null, title: null, proposed: true, text: mapping },
          columns: [
            seen("FIN", "vin", vin, null),
            seen("Bank", "liens.1.lienholder", "Beispielbank Köln", null),
            seen("Eingetragen am", "liens.1.filed_at", "03.04.2024", "day_first", 2),
            seen("Stand", "as_of", "2026-11-01", "YYYY-MM-DD"),
          ],
          required: [],
          rows: [
            {
              line: 2,
              given: {
                FIN: vin,
                Bank: "Beispielbank Köln",
                "Eingetragen am": "03.04.2024",
                Stand: "2026-11-01",
              },
              record,
              reject: null,
            },
          ],
          question: null,
        },
      ]);
      // The list leaves it out: it is large.
      const listed = (await ask("GET", "/imports")).body as Shown[];
      expect(listed.map((one) => [one.id, one.preview])).toEqual([[id, null]]);
      const refused = await load(bytes, {});
      expect([refused.state, refused.error, refused.preview]).toEqual([
        "failed",
        expect.stringMatching(/^line 1: lien has no column "FIN"/),
        null,
      ]);
      const loaded = await load(bytes, { mapping });
      const sha256 = new Bun.CryptoHasher("sha256").update(mapping).digest("hex");
      expect([loaded.state, loaded.preview, loaded.mapping]).toEqual([
        "done",
        null,
        { name: null, text: mapping, sha256 },
      ]);
      forgetDatasets(service.app.database);
      const answer = (await who.lookUp(`/lien/${vin}`)).body as { data: { liens: object[] } };
      expect(answer.data.liens).toEqual([
        { lienholder: "Beispielbank Köln", state: "", filed_at: "2024-04-03", released_at: "", status: "" },
      ]);
    });

    test("a refused column carries a question, whose answer is a form", async () => {
      const text = `VIN,Lender,Filed\n${vin},Bank,03/04/2024\n`;
      const columns = { vin: "VIN", "liens.1.lienholder": "Lender", "liens.1.filed_at": { from: "Filed" } };
      const { state, error, preview } = await load(text, { dry_run: "true", mapping: sent({ columns }) });
      const reason = "can be read in more than one way, and none of its rows decides";
      expect([state, error, preview?.question]).toEqual([
        "failed",
        expect.stringMatching(
          /^the file sent, line 2: the column "Filed" \(liens\.1\.filed_at\) can be read .*; write form: day_first or month_first for columns\.liens\.1\.filed_at in a mapping, or/,
        ),
        {
          column: "Filed",
          as: "liens.1.filed_at",
          reason,
          lines: [2],
          readings: [
            { form: "day_first", example: "03/04/2024", read: "2024-04-03" },
            { form: "month_first", example: "03/04/2024", read: "2024-03-04" },
          ],
        },
      ]);
      const answered = { ...columns, "liens.1.filed_at": { from: "Filed", form: "month_first" } };
      const done = await load(text, { dry_run: "true", mapping: sent({ columns: answered }) });
      expect([done.state, done.preview?.question, done.preview?.rows[0]?.record]).toMatchObject([
        "done",
        null,
        { liens: [{ filed_at: "2024-03-04" }] },
      ]);
    });

    test("a row that is rejected when it is stored says so beside it", async () => {
      const text = `vin,as_of\n${vin},2026-11-01\n${vin},2026-11-01\n`;
      const { preview } = await load(text, { dry_run: "true", max_rejects: "1" });
      expect(
        preview?.rows.map(({ line, record, reject }) => [line, record !== null, reject?.column]),
      ).toEqual([
        [2, true, undefined],
        [3, false, ""],
      ]);
    });

    test("a sheet and an encoding are named", async () => {
      const row = (...texts: string[]) =>
        `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
      const book = workbookOf({
        sheets: { Notes: row("nothing"), Liens: row("VIN", "Lender") + row(vin, "Bank") },
      });
      const { preview } = await load(book, { dry_run: "true", sheet: "2" });
      expect([preview?.format, preview?.sheet, preview?.sheets, preview?.rows[0]?.given]).toEqual([
        "xlsx",
        "Liens",
        ["Notes", "Liens"],
        { VIN: vin, Lender: "Bank" },
      ]);
      const older = Buffer.concat([
        Buffer.from(`vin,liens.1.lienholder\n${vin},`),
        Buffer.from([0x83, 0x65, 0x0a]),
      ]);
      const named = await load(older, { dry_run: "true", encoding: "shift_jis" });
      expect([named.preview?.encoding, named.preview?.rows[0]?.given]).toEqual([
        "shift_jis",
        { vin, "liens.1.lienholder": "テ" },
      ]);
    });

    test("a mapping with a fault is refused before the file is read", async () => {
      const refuse = async (query: Readonly<Record<string, string>>) => {
        const { status, text } = await put("vin\n", `?${new URLSearchParams(query)}`);
        return [status, text];
      };
      const found = [
        await refuse({ mapping: "columns: {vinn: x}" }),
        await refuse({ mapping: "state-plates" }),
        await refuse({ mapping: "columns: {vin: x}", map: "{}" }),
        await refuse({ encoding: "klingon" }),
      ];
      expect(found).toEqual([
        [422, expect.stringContaining("columns.vinn names a column that lien lacks")],
        [422, expect.stringContaining("the mapping state-plates is for plate, not for lien")],
        [422, expect.stringContaining("excludes map: send one of them")],
        [422, expect.stringContaining("must be auto or a name such as")],
      ]);
    });
  });

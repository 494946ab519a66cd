import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker } from "../../../../test/callers.ts";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import { readPdf } from "../../../../test/pdf/read-pdf.ts";
import { pngOf } from "../../../../test/png.ts";
import { statementPdf } from "../paper/statement-pdf.ts";
import { madePaper } from "./made-statement.ts";

const minute = 60_000;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

for (const kind of kinds)
  describe.skipIf(kind.missing)(`statements with a brand on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service?.end());

    const put = async (json: unknown) => {
      const { status, text } = await asker(service, service.operatorHeaders)("PUT", "/brand", json);
      if (status !== 200) throw new Error(text);
    };
    const statement = async (issuedAt: number) => {
      const { body } = madePaper({ issued_at: issuedAt });
      return Buffer.from(await statementPdf(service.app, "acme", body));
    };

    test("a statement has the brand of its issue, and verifies as before", async () => {
      const at = service.app.clock();
      const early = await statement(at);
      await put({ name: "Statement brand", logo: { data: base64(pngOf(120, 30)) } });
      service.advance(2 * minute);
      expect(Buffer.compare(await statement(at), early)).toBe(0);
      const { pages, files, xmp } = readPdf(await statement(at + 2 * minute));
      expect(pages.map(([first]) => first)).toEqual(pages.map(() => "Statement brand"));
      expect(files.map(({ bytes }) => bytes.toString())).toEqual([
        madePaper({ issued_at: at + 2 * minute }).body,
      ]);
      expect(xmp).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
    });
  });

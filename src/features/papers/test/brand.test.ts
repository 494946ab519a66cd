import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker } from "../../../../test/callers.ts";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import { readPdf } from "../../../../test/pdf/read-pdf.ts";
import { pngOf } from "../../../../test/png.ts";
import { paperFile } from "../paper-file.ts";
import { enterSeller, issueOne, seller } from "./issued.ts";

const minute = 60_000;
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>';
const contact = {
  email: "help@lotdata.example",
  phone: "+420 222 333 444",
  url: "https://lotdata.example/help",
};
const contactLine = "help@lotdata.example, +420 222 333 444, https://lotdata.example/help";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`papers with a brand on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
      await enterSeller(service.app.database);
    });
    afterAll(() => service?.end());

    const put = async (json: unknown) => {
      const { status, text } = await asker(service, service.operatorHeaders)("PUT", "/brand", json);
      if (status !== 200) throw new Error(text);
    };
    const issue = async () =>
      (await issueOne(service.app.database, "acme", 9900, { now: service.app.clock() })).id;
    const draw = async (id: string) => Buffer.from((await paperFile(service.app, id)).bytes);
    const images = (pdf: Buffer) => pdf.toString("latin1").match(/\/Subtype \/Image/g)?.length ?? 0;

    test("papers have name, logo and contact from a minute after the change, and stay as they are", async () => {
      const before = await issue();
      const plain = await draw(before);
      expect(readPdf(plain).pages[0]![0]).toBe(seller.name);
      await put({ name: "Lotdata", logo: { data: base64(pngOf(120, 30)) }, contact });
      const early = await issue();
      const drawnEarly = await draw(early);
      service.advance(minute);
      const late = await issue();
      const drawn = await draw(late);
      const [page] = readPdf(drawn).pages;
      expect(page!.slice(0, 2)).toEqual(["Lotdata", seller.name]);
      expect(page).toContain(contactLine);
      // The second one is the transparency of the first.
      expect([images(plain), images(drawnEarly), images(drawn)]).toEqual([0, 0, 2]);
      await put({ name: "Another", logo: { data: base64(pngOf(60, 30)) } });
      service.advance(minute);
      for (const [id, pdf] of [
        [before, plain],
        [early, drawnEarly],
        [late, drawn],
      ] as const)
        expect(Buffer.compare(await draw(id), pdf)).toBe(0);
      expect(readPdf(await draw(await issue())).pages[0]![0]).toBe("Another");
    });

    test("with an SVG, papers show the name alone", async () => {
      await put({ name: "Drawn", logo: { data: base64(drawing) } });
      service.advance(2 * minute);
      const pdf = await draw(await issue());
      expect([images(pdf), readPdf(pdf).pages[0]![0]]).toEqual([0, "Drawn"]);
    });

    test("a brand without a name has the seller's, and a long one is on one line", async () => {
      await put({ logo: { data: base64(pngOf(2000, 1)) } });
      service.advance(2 * minute);
      const pdf = await draw(await issue());
      expect([images(pdf), readPdf(pdf).pages[0]![0]]).toEqual([2, seller.name]);
      await put({ name: "W".repeat(80) });
      service.advance(2 * minute);
      expect(readPdf(await draw(await issue())).pages[0]![0]).toMatch(/^W{20,40}…$/);
    });
  });

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../../../../test/callers.ts";
import { type Account, embedded, signUp } from "../../../../test/harness.ts";
import { readPdf } from "../../../../test/pdf/read-pdf.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { until } from "../../../../test/until.ts";
import { PaperThread } from "../../../pdf/paper-thread.ts";
import { statementDrawing } from "../paper/statement-pdf.ts";
import { madePaper } from "./made-statement.ts";
import { type ProvedService, startProved } from "./proved-service.ts";

for (const kind of embedded)
  describe(`statements as PDF on ${kind.dialect}`, () => {
    let service: ProvedService;
    let account: Account;
    let other: Account;
    beforeAll(async () => {
      service = await startProved(kind, { VINGATE_PUBLIC_URL: "https://api.vingate.test" });
      account = await signUp(service);
      other = await signUp(service);
      await service.ask("GET", `/vin-decoder/${goodVin}`, { headers: { "x-AuthKey": account.key } });
      await service.prove("2026-12-01");
    });
    afterAll(() => service.end());

    const request = async (month: string, accept: string, { as = account, of = account } = {}) => {
      const headers = { ...(await signedIn(service, as)), accept };
      const url = `http://vingate.test/users/${of.userId}/statements/${month}`;
      return service.serve(new Request(url, { headers }), "127.0.0.1");
    };

    test("a final statement contains the body of the JSON response", async () => {
      const answer = await request("2026-11", "application/pdf");
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      expect(answer.headers.get("content-disposition")).toBe('attachment; filename="statement-2026-11.pdf"');
      expect(answer.headers.get("vary")?.toLowerCase()).toContain("accept");
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const pdf = readPdf(bytes);
      const json = await (await request("2026-11", "application/json")).text();
      expect(pdf.files.map((file) => file.bytes.toString())).toEqual([json]);
      expect(JSON.parse(json)).toMatchObject({ state: "final" });
      expect(pdf.pages[0]).toContain("Basic decode by VIN (decodeVin)");
      expect(pdf.pages.flat()).toContain(
        "Open https://api.vingate.test/console/verify, or download the verifier from https://api.vingate.test/sdk and",
      );
      const repeated = await (await request("2026-11", "application/pdf")).arrayBuffer();
      expect(Buffer.compare(bytes, new Uint8Array(repeated))).toBe(0);
    });

    test("the open month has a provisional one", async () => {
      const answer = await request("2026-12", "application/pdf;q=0.9, application/json;q=0.5");
      const { pages } = readPdf(new Uint8Array(await answer.arrayBuffer()));
      expect(pages[0]).toContain("Provisional: this is not the final statement of the month.");
    });

    test("JSON and CSV are sent to those who do not name PDF", async () => {
      const types = ["*/*", "application/pdf;q=0", "text/csv", "application/json"].map(async (accept) =>
        (await request("2026-11", accept)).headers.get("content-type"),
      );
      expect(await Promise.all(types)).toEqual([
        "application/json",
        "application/json",
        "text/csv; charset=utf-8",
        "application/json",
      ]);
    });

    test("errors are those of JSON", async () => {
      const errorOf = async (month: string, accept: string, who = {}) => {
        const answer = await request(month, accept, who);
        const { code, detail } = (await answer.json()) as { code: string; detail: unknown };
        return [answer.status, answer.headers.get("content-type"), code, detail];
      };
      for (const [month, who, status] of [
        ["2027-01", {}, 404],
        ["2026-13", {}, 422],
        ["2026-11", { as: other }, 404],
      ] as const) {
        const found = await errorOf(month, "application/pdf", who);
        expect(found[0]).toBe(status);
        expect(found).toEqual(await errorOf(month, "application/json", who));
      }
    });
  });

describe("the thread of papers", () => {
  test("an account has two papers at a time", async () => {
    const thread = new PaperThread();
    const papers = ["a", "a", "a", "b"].map((account) =>
      thread.render(account, statementDrawing, madePaper()),
    );
    const results = await Promise.allSettled(papers);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(results[2]).toMatchObject({ reason: { code: "rate_limited" } });
    thread.close();
  });

  test("a fault of one paper leaves the thread", async () => {
    const thread = new PaperThread();
    const bad = thread.render("a", statementDrawing, Object.assign(madePaper(), { body: "{" }));
    await expect(bad).rejects.toThrow("a paper cannot be written as PDF");
    expect(readPdf(await thread.render("a", statementDrawing, madePaper())).files).toHaveLength(1);
    thread.close();
  });

  test("papers that wait for one that takes too long can be requested again", async () => {
    const thread = new PaperThread(undefined, 1);
    const papers = ["a", "b", "c"].map((account) => thread.render(account, statementDrawing, madePaper()));
    for (const result of await Promise.allSettled(papers))
      expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
    expect(thread.running).toBe(false);
  });

  test("it ends when it is idle, and starts again", async () => {
    const thread = new PaperThread(0);
    for (let count = 0; count < 2; count++) {
      expect(readPdf(await thread.render("a", statementDrawing, madePaper())).files).toHaveLength(1);
      await until(() => !thread.running, "the thread has ended");
    }
  });
});

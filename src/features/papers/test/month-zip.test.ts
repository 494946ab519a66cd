import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { embedded, startService, type TestService, testOrigin } from "../../../../test/harness.ts";
import { einvoiceOf } from "../einvoice/write.ts";
import { issueCreditNote, type Paper } from "../issue.ts";
import type { PaperBody } from "../paper-body.ts";
import { findPaper } from "../paper-rows.ts";
import { BillingDetailsRequest, writeDetails } from "../parties/buyer.ts";
import { writeSetting } from "../parties/seller.ts";
import { enterSeller, issueOne, seller } from "./issued.ts";

const zipPath = "/papers/months/2026-11/zip";
const at = Date.parse("2026-11-30T23:59:59.999Z");
const complete = {
  company: "Straße & Söhne",
  address: ["Hafenstraße 8"],
  postal_code: "20457",
  city: "Hamburg",
  country: "DE",
  buyer_reference: "04011000-1234512345-06",
  electronic_address: { scheme: "EM", id: "invoices@acme.example" },
};
const digest = (bytes: Uint8Array | string) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

describe("the ZIP file of a month", () => {
  let service: TestService;
  let papers: Paper[];
  beforeAll(async () => {
    service = await startService(embedded[0]);
    const { database: db } = service.app;
    await enterSeller(db);
    await writeSetting(db, "seller", {
      ...seller,
      contact: "Petra Hanák",
      phone: "+420 222 123 456",
      electronic_address: { scheme: "EM", id: "billing@lotdata.example" },
    });
    await writeDetails(db, "complete", BillingDetailsRequest.parse(complete));
    const first = await issueOne(db, "complete", 9900, { now: Date.UTC(2026, 10, 1) });
    const note = await db.transaction((tx) =>
      issueCreditNote(tx, { corrects: first.id, grossMinor: 900, reason: "Our fault", now: at }),
    );
    papers = [first, note, await issueOne(db, "other", 100, { now: at })];
    // They are of the months before and after it.
    await issueOne(db, "other", 100, { now: Date.UTC(2026, 10, 1) - 1 });
    await issueOne(db, "other", 100, { now: at + 1 });
  });
  afterAll(() => service?.end());

  const send = (path: string, signal?: AbortSignal) =>
    service.serve(
      new Request(testOrigin + path, { headers: service.operatorHeaders, ...(signal && { signal }) }),
      "127.0.0.1",
    );
  const read = async (path: string) => {
    const got = await send(path);
    expect([path, got.status]).toEqual([path, 200]);
    return new Uint8Array(await got.arrayBuffer());
  };
  /** What single downloads have of the month. */
  const expected = async (): Promise<Record<string, string>> => {
    const files: [string, string][] = [
      ["papers-2026-11.csv", digest(await read("/papers/months/2026-11/csv"))],
    ];
    for (const { id, number } of papers) {
      files.push([`${number}.pdf`, digest(await read(`/papers/${id}/pdf`))]);
      const body = JSON.parse((await findPaper(service.app.database, id))!.body) as PaperBody;
      const form = body.buyer?.company ? "xrechnung_ubl" : "en16931_cii";
      files.push([`${number}.xml`, digest(einvoiceOf(body, form))]);
    }
    return Object.fromEntries(files);
  };

  test("has each paper of the month as its single download, the best e-invoice of each, and the CSV", async () => {
    const got = await send(zipPath);
    expect([got.headers.get("content-type"), got.headers.get("content-disposition")]).toEqual([
      "application/zip",
      'attachment; filename="papers-2026-11.zip"',
    ]);
    const bytes = new Uint8Array(await got.arrayBuffer());
    const files = Object.entries(unzipSync(bytes)).map(([path, body]) => [path, digest(body)] as const);
    expect(Object.fromEntries(files)).toEqual(await expected());
    expect(files.map(([path]) => path)).toEqual([
      "papers-2026-11.csv",
      ...papers.flatMap(({ number }) => [`${number}.pdf`, `${number}.xml`]),
    ]);
    expect(digest(await read(zipPath))).toBe(digest(bytes));
  });

  const unzip = Bun.which("unzip");
  test.skipIf(!unzip)("is read by another program", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vingate-zip-"));
    try {
      writeFileSync(join(folder, "month.zip"), await read(zipPath));
      const { exitCode } = Bun.spawnSync([unzip!, "-q", "month.zip", "-d", "files"], { cwd: folder });
      expect(exitCode).toBe(0);
      const files = readdirSync(join(folder, "files"));
      expect(
        Object.fromEntries(files.map((name) => [name, digest(readFileSync(join(folder, "files", name)))])),
      ).toEqual(await expected());
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("one is made at a time, papers of customers are drawn beside it, and one that is left makes room", async () => {
    const left = new AbortController();
    const first = await send(zipPath, left.signal);
    const reader = first.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    const second = await send(zipPath);
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "10"]);
    await read(`/papers/${papers[0]!.id}/pdf`);
    left.abort();
    await reader.cancel();
    expect(Object.keys(unzipSync(await read(zipPath)))).toHaveLength(7);
  });

  test("one whose client leaves before it begins makes room too", async () => {
    const left = new AbortController();
    const answering = send(zipPath, left.signal);
    left.abort();
    await answering;
    expect(Object.keys(unzipSync(await read(zipPath)))).toHaveLength(7);
  });

  test("a month without papers has the CSV alone", async () => {
    expect(Object.keys(unzipSync(await read("/papers/months/2026-01/zip")))).toEqual(["papers-2026-01.csv"]);
  });
});

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  InvalidRequest,
  NotFound,
  type Receipt,
  ReceiptError,
  receiptFile,
  Vingate,
} from "../../sdk/typescript/src/index.ts";
import { type Account, signUp } from "../harness.ts";
import { goodVin, unknownVin } from "../subscribers.ts";
import { type SdkService, startSdkService } from "./sdk-service.ts";

const folder = mkdtempSync(join(tmpdir(), "vingate-receipts-"));
let sdk: SdkService;
let account: Account;
beforeAll(async () => {
  sdk = await startSdkService();
  account = await signUp(sdk.service);
  const params = { id: account.subscriptionId };
  await sdk.operator.request("POST /subscriptions/{id}/credits", { params, body: { change: 100 } });
}, 180_000);
afterAll(async () => {
  await sdk.end();
  rmSync(folder, { recursive: true, force: true });
});

const thrown = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

/** A `fetch` that notes requests, and changes the answers of the service. */
function changing(
  change: (response: Response, url: string) => Response | Promise<Response> = (same) => same,
) {
  const sent: { readonly path: string; readonly wants: string | null }[] = [];
  const own = (async (url: string, init: RequestInit) => {
    const { pathname: path } = new URL(url);
    sent.push({ path, wants: new Headers(init.headers).get("want-receipt") });
    return change(await fetch(url, init), url);
  }) as typeof fetch;
  return { sent, fetch: own };
}

/** An answer with another value of a header. */
function altered(response: Response, name: string, change: (value: string) => string): Response {
  const headers = new Headers(response.headers);
  const value = headers.get(name);
  if (value !== null) headers.set(name, change(value));
  return new Response(response.body, { status: response.status, headers });
}

test("receipts of answers and errors hold, with one request for the salt", async () => {
  const receipts: Receipt[] = [];
  const { sent, fetch } = changing();
  const client = sdk.client(account, { fetch, receipts: (receipt) => void receipts.push(receipt) });
  await Promise.all([client.decodeVin(goodVin, { year: 2003 }), client.decodeVin(goodVin)]);
  expect(await thrown(client.decodeVin(unknownVin))).toBeInstanceOf(NotFound);
  expect(await thrown(client.decodeVin("short"))).toBeInstanceOf(InvalidRequest);
  // The service records no values of parameters that it does not have.
  const other = { year: 2003, "own mark": "a b'c", more: 1 } as { year: number };
  await client.decodeVin(goodVin, other);
  expect(receipts.map(({ credits, holds }) => [credits, holds])).toEqual([
    [1, true],
    [1, true],
    [0, true],
    [0, true],
    [1, true],
  ]);
  const { line, call, at, leaf } = receipts[2]!;
  expect(line).toBe(`${call};${at};0;${leaf}`);
  expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
  expect(sent.filter(({ path }) => path === "/receipts/salt")).toEqual([
    { path: "/receipts/salt", wants: null },
  ]);
});

test("values of any letters and keys by mistake have receipts that hold", async () => {
  const receipts: Receipt[] = [];
  const client = sdk.client(account, { receipts: (receipt) => void receipts.push(receipt) });
  await thrown(client.getRecallsByModel(2018, "Citro\u00ebn (F)", "C4 / 'Picasso'*~!"));
  await thrown(client.decodeVin(account.key));
  await thrown(client.decodeVin("\u6c49".repeat(700)));
  expect(receipts.map(({ holds }) => holds)).toEqual([true, true, true]);
});

test("a receipt that was changed does not hold", async () => {
  const changes: readonly ((response: Response) => Response)[] = [
    (response) => altered(response, "x-receipt", (line) => line.replace(/;1;/, ";2;")),
    (response) => altered(response, "x-credits-charged", () => "2"),
    (response) =>
      altered(
        altered(response, "x-receipt", (line) => line.replace(/;1;/, ";2;")),
        "x-credits-charged",
        () => "2",
      ),
    (response) =>
      altered(response, "x-receipt", (line) => line.replace(/.=$/, (end) => (end === "A=" ? "E=" : "A="))),
    (response) => altered(response, "x-receipt", (line) => line.replace(/\/\d+;/, "/9;")),
    (response) => altered(response, "x-request-id", () => "another"),
    (response) => altered(response, "x-receipt", () => "none"),
  ];
  for (const change of changes) {
    const receipts: Receipt[] = [];
    const { fetch } = changing(change);
    const client = sdk.client(account, { fetch, receipts: (receipt) => void receipts.push(receipt) });
    expect((await client.decodeVin(goodVin)).status).toBe("success");
    expect(receipts.map(({ holds }) => holds)).toEqual([false]);
  }
});

test("a strict client throws with the receipt and the answer", async () => {
  const { fetch } = changing((response) => altered(response, "x-credits-charged", () => "7"));
  const client = sdk.client(account, { fetch, receipts: () => undefined, strictReceipts: true });
  const error = (await thrown(client.decodeVin(goodVin))) as ReceiptError;
  expect(error).toBeInstanceOf(ReceiptError);
  expect(error.answer).toMatchObject({ status: "success", data: { basic: { make: "HONDA" } } });
  expect(error.receipt).toMatchObject({ credits: 1, holds: false });
  expect(error.message).toBe(
    `The receipt ${error.receipt.line} does not hold. Keep it, and report it to the operator.`,
  );
  const missing = (await thrown(client.decodeVin(unknownVin))) as ReceiptError;
  expect(missing.answer).toBeInstanceOf(NotFound);
});

test("without the salt the answer is returned, unchecked", async () => {
  const receipts: Receipt[] = [];
  const { sent, fetch } = changing((response, url) =>
    url.endsWith("/receipts/salt") ? new Response("{}", { status: 500 }) : response,
  );
  const options = {
    fetch,
    strictReceipts: true,
    receipts: (receipt: Receipt) => void receipts.push(receipt),
  };
  const client = sdk.client(account, options);
  for (let count = 0; count < 2; count += 1)
    expect((await client.decodeVin(goodVin)).data.basic.make).toBe("HONDA");
  expect(receipts.map(({ holds }) => holds)).toEqual([null, null]);
  expect(sent.filter(({ path }) => path === "/receipts/salt").length).toBe(1);
});

test("a file has a line for each receipt, and warnings name the false ones", async () => {
  const path = join(folder, "receipts.txt");
  const warned: string[] = [];
  const onWarning = ({ name, message }: Error) => void warned.push(`${name}: ${message}`);
  process.on("warning", onWarning);
  const client = sdk.client(account, { receipts: receiptFile(path) });
  await client.decodeVin(goodVin);
  await thrown(client.decodeVin(unknownVin));
  const { fetch } = changing((response) => altered(response, "x-credits-charged", () => "7"));
  await sdk.client(account, { fetch, receipts: receiptFile(path) }).decodeVin(goodVin);
  await Bun.sleep(1);
  process.off("warning", onWarning);
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n");
  expect(lines.map((line) => line.replace(/^[0-9a-f]{32}\/\d+;\d{13};(\d);.{43}=$/, "$1"))).toEqual([
    ...["1", "0", "1", ""],
  ]);
  expect(warned).toEqual([`ReceiptWarning: The receipt ${lines[2]} does not hold.`]);
  expect(() => receiptFile(join(folder, "none", "receipts.txt"))).toThrow("ENOENT");
});

test("a receipt that cannot be kept throws with the answer", async () => {
  const receipts = () => {
    throw new Error("disk full");
  };
  const error = (await thrown(sdk.client(account, { receipts }).decodeVin(goodVin))) as ReceiptError;
  expect(error.message).toEndWith("could not be kept: disk full");
  expect(error.answer).toMatchObject({ status: "success" });
});

test("a lost answer and its repetition have a receipt each", async () => {
  const receipts: Receipt[] = [];
  const relay = await sdk.openRelay();
  relay.cutAfter(1200);
  const client = sdk.client(account, { url: relay.url, receipts: (receipt) => void receipts.push(receipt) });
  await client.decodeVin(goodVin);
  expect([relay.cuts, ...receipts.map(({ credits, holds }) => [credits, holds])]).toEqual([
    1,
    [1, true],
    [0, true],
  ]);
  relay.close();
}, 180_000);

test("without the option, and in batches, no receipt is requested", async () => {
  const { sent, fetch } = changing();
  await sdk.client(account, { fetch }).decodeVin(goodVin);
  const client = new Vingate({ key: account.key, url: sdk.relay.url, fetch, receipts: () => undefined });
  for await (const { status } of client.decodeVins([goodVin])) expect(status).toBe("success");
  await client.balance();
  expect(sent.map(({ wants }) => wants)).toEqual([null, null, null]);
});

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac, createPublicKey, verify } from "node:crypto";
import { signedIn } from "../../../../test/callers.ts";
import { type Account, kinds, signUp } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { leafOf, sha256 } from "../../../../test/verify/proofs.ts";
import { inShare } from "../operations/shares.ts";
import type { Statement } from "../statements/statement.ts";
import { type ProvedService, startProved } from "./proved-service.ts";

interface ProvedReceipt {
  readonly day: string;
  readonly day_line: string;
  readonly index: number;
  readonly hashes: string[];
  readonly proof: string;
  readonly leaf: string;
}

/** The root that an inclusion proof leads to (RFC 9162, 2.1.3.2). */
function rootFrom(leaf: Buffer, index: number, size: number, hashes: readonly string[]): string {
  let [node, place, last] = [leaf, index, size - 1];
  for (const text of hashes) {
    const other = Buffer.from(text, "base64");
    if (place % 2 === 1 || place === last) {
      node = sha256(Buffer.of(1), other, node);
      while (place % 2 === 0 && place !== 0) [place, last] = [place >> 1, last >> 1];
    } else node = sha256(Buffer.of(1), node, other);
    [place, last] = [place >> 1, last >> 1];
  }
  return node.toString("base64");
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`receipts on ${kind.dialect}`, () => {
    let service: ProvedService;
    let account: Account;
    let other: Account;
    const receipts: string[] = [];
    beforeAll(async () => {
      service = await startProved(kind);
      account = await signUp(service);
      other = await signUp(service);
    });
    afterAll(() => service.end());

    const call = (path: string, headers = {}) =>
      service.ask("GET", path, { headers: { "x-AuthKey": account.key, ...headers } });
    const as = async (who: Account, path: string) =>
      service.ask("GET", path, { headers: await signedIn(service, who) });
    const pathOf = (receipt: string) => `/receipts/${receipt.split(";")[0]}`;

    test("a response has one if it is wanted: of charged, free and refused calls", async () => {
      expect((await call(`/vin-decoder/${goodVin}`)).headers.get("x-receipt")).toBeNull();
      const { salt } = (await call("/receipts/salt")).body as { salt: string };
      for (const [path, status, credits, operation] of [
        [`/vin-decoder/${goodVin}?trace=1`, 200, 1, "decodeVin"],
        ["/lien/1HGCM82633A004352", 404, 0, "getLiens"],
        ["/vin-decoder/short", 422, 0, "decodeVin"],
      ] as const) {
        const got = await call(path, { "want-receipt": "1", "x-request-id": `own-${status}` });
        const receipt = got.headers.get("x-receipt")!;
        receipts.push(receipt);
        const [id, at, charged, leaf] = receipt.split(";");
        const url = path.replace("?trace=1", "?trace");
        const digest = createHmac("sha256", Buffer.from(salt, "base64"))
          .update(`own-${status}\nGET\n${url}`)
          .digest()
          .subarray(0, 16)
          .toString("base64");
        const line = `vingate-call/v1\t${id}\t${at}\t${operation}\t${status}\t${credits}\t${digest}\n`;
        expect([got.status, charged, leaf]).toEqual([
          status,
          String(credits),
          leafOf(line).toString("base64"),
        ]);
      }
    });

    test("a call is found with its leaf; the proof follows when its day is signed", async () => {
      const { body } = await as(account, pathOf(receipts[0]!));
      const [id, at, , leaf] = receipts[0]!.split(";");
      expect(body).toEqual({
        call: id,
        subscription_id: account.subscriptionId,
        at: Number(at),
        operation: "decodeVin",
        status: 200,
        credits: 1,
        digest: expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/),
        leaf,
        day: null,
        day_line: null,
        index: null,
        hashes: null,
        proof: null,
      });
    });

    test("the proof leads from the leaf to the day, and from the day to the signed log", async () => {
      for (const day of ["2026-11-22", "2026-11-23", "2026-11-24"]) {
        await service.prove(day);
        await call(`/vin-decoder/${goodVin}`);
      }
      await service.setTime(Date.parse("2026-11-24T02:00:00Z"));
      const key = (await service.ask("GET", "/.well-known/vingate-proof-key")).text.trim().split("+");
      for (const receipt of receipts) {
        const got = (await as(account, pathOf(receipt))).body as ProvedReceipt;
        const { day, day_line, index, hashes, proof, leaf } = got;
        const [, , ofDay, calls, , root] = day_line.trim().split("\t");
        expect([day, ofDay]).toEqual(["2026-11-21", "2026-11-21"]);
        expect(rootFrom(Buffer.from(leaf, "base64"), index, Number(calls), hashes)).toBe(root!);
        const [head, ...rest] = proof.split("\n");
        const end = rest.indexOf("");
        const place = Number(rest[0]!.replace("index ", ""));
        const [origin, size, logRoot, , signature] = rest.slice(end + 1);
        expect(head).toBe("c2sp.org/tlog-proof@v1");
        expect(rootFrom(leafOf(day_line), place, Number(size), rest.slice(1, end))).toBe(logRoot!);
        const signed = Buffer.from(signature!.split(" ")[2]!, "base64");
        const raw = Buffer.from(key.slice(2).join("+"), "base64").subarray(1);
        const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
        const text = `${origin}\n${size}\n${logRoot}\n`;
        const publicKey = createPublicKey({ key: spki, format: "der", type: "spki" });
        expect(verify(null, Buffer.from(text), publicKey, signed.subarray(4))).toBe(true);
      }
    });

    test("a plan can give receipts to all calls", async () => {
      const headers = service.operatorHeaders;
      const put = await service.ask("PUT", "/products/trial", {
        headers,
        json: { state: "published", display_name: "Trial", credits_granted: 15, policy: { receipts: true } },
      });
      expect(put.status).toBe(200);
      await service.app.identity.keys.refresh();
      const got = await call(`/vin-decoder/${goodVin}`);
      expect(got.headers.get("x-receipt")).toMatch(/^[0-9a-f]{32}\/\d+;\d+;1;[A-Za-z0-9+/]{43}=$/);
    });

    test("others do not find a call, and operators do", async () => {
      const got = await call(`/vin-decoder/${goodVin}`, { "want-receipt": "1" });
      const path = pathOf(got.headers.get("x-receipt")!);
      expect((await as(other, path)).status).toBe(404);
      expect((await service.ask("GET", path, { headers: service.operatorHeaders })).status).toBe(200);
      expect((await as(account, `/receipts/${"0".repeat(32)}/1`)).status).toBe(404);
      expect((await as(account, "/receipts/xyz/1")).status).toBe(422);
    });

    test("one account makes two statements and receipts at a time", async () => {
      const headers = await signedIn(service, account);
      const path = pathOf(receipts[0]!);
      const ended = Promise.withResolvers<void>();
      const status = async () => (await service.ask("GET", path, { headers })).status;
      const first = inShare(account.userId, () => ended.promise);
      expect(await status()).toBe(200);
      const second = inShare(account.userId, () => ended.promise);
      expect(await status()).toBe(429);
      ended.resolve();
      await Promise.all([first, second]);
      expect(await status()).toBe(200);
    });

    test("after an account is deleted, its calls have no receipts", async () => {
      const headers = service.operatorHeaders;
      expect((await service.ask("DELETE", `/users/${account.userId}`, { headers })).status).toBe(200);
      expect((await service.ask("GET", pathOf(receipts[0]!), { headers })).status).toBe(404);
      const calls = await service.ask("GET", `/users/${account.userId}/statements/2026-11/calls`, {
        headers,
      });
      expect([calls.status, calls.text]).toEqual([404, expect.stringContaining("The account is deleted")]);
      const statement = await service.ask("GET", `/users/${account.userId}/statements/2026-11`, { headers });
      expect([statement.status, (statement.body as Statement).account]).toEqual([
        200,
        { id: account.userId, name: "" },
      ]);
    });
  });

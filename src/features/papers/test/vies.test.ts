import { afterAll, beforeAll, expect, test } from "bun:test";
import { NoAnswer, Vies } from "../tax-ids/vies.ts";
import { answerOf, outages, refusedRequester, ViesStub } from "./vies-stub.ts";

const acme = { prefix: "DE", number: "123456788" };
const operator = { prefix: "CZ", number: "12345679" };

let stub: ViesStub;
beforeAll(() => {
  stub = new ViesStub();
});
afterAll(() => stub.stop());

const viesAt = (timeoutMs = 10_000) =>
  new Vies({ url: stub.settings.VINGATE_VIES_URL!, own: { host: "127.0.0.1", port: 1 }, timeoutMs });

test("an answer has the day, and the consultation number if the operator is named", async () => {
  stub.reply = undefined;
  const answer = { isValid: true, on: "2026-11-12", reference: "WAPI123456788" };
  expect(await viesAt().ask(acme, operator)).toEqual(answer);
  expect(await viesAt().ask(acme, undefined)).toEqual({ ...answer, reference: null });
  stub.reply = (asked) => answerOf(asked, false, { userError: "INVALID", requestDate: "2026-11-12+01:00" });
  expect(await viesAt().ask(acme, operator)).toEqual({ ...answer, isValid: false });
});

test("an operator whose own ID is refused gets the answer without a number", async () => {
  stub.reply = refusedRequester;
  stub.asked.length = 0;
  expect(await viesAt().ask(acme, operator)).toEqual({ isValid: true, on: "2026-11-12", reference: null });
  expect(stub.asked.map(({ requesterNumber }) => requesterNumber)).toEqual(["12345679", undefined]);
});

test.each(Object.keys(outages))("%s is no answer", async (outage) => {
  stub.reply = outages[outage];
  await expect(viesAt().ask(acme, operator)).rejects.toBeInstanceOf(NoAnswer);
});

test("a request that lasts too long, and a port that nothing listens at, are no answer", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  stub.reply = () => promise;
  await expect(viesAt(20).ask(acme, operator)).rejects.toThrow("VIES did not answer: TimeoutError");
  resolve(new Response());
  const nowhere = new Vies({
    url: "http://127.0.0.1:1",
    own: { host: "127.0.0.1", port: 2 },
    timeoutMs: 10_000,
  });
  await expect(nowhere.ask(acme, operator)).rejects.toBeInstanceOf(NoAnswer);
});

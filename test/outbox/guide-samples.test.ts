import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { createSecret, signatureHeaders } from "../../src/outbox/delivery/signature.ts";
import { missingPython, python, run } from "../sdk/python-tools.ts";

const page = readFileSync(join(import.meta.dir, "../../docs/guide/webhooks.md"), "utf8");
const sampleOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(page)![1]!;

const [secret, former] = [createSecret(), createSecret()];
const body = '{"type":"webhook.test","data":{"name":"Ä"}}';
const signed = (at: number, secrets: readonly string[]) =>
  signatureHeaders({ id: "msg_1", at, body }, secrets);
const now = Date.now();
const good = signed(now, [secret]);
/** Headers and body, and whether a receiver may accept them. */
const requests: readonly (readonly [Record<string, string>, string, boolean])[] = [
  [good, body, true],
  [signed(now, [former, secret]), body, true],
  [good, `${body} `, false],
  [{ ...good, "webhook-id": "msg_2" }, body, false],
  [{ ...good, "webhook-signature": "v1,\u00e9" }, body, false],
  [signed(now, [former]), body, false],
  [signed(now - 3_600_000, [secret]), body, false],
];
const verdicts = requests.map(([, , verdict]) => verdict);

test("the guide's TypeScript accepts what is signed alone", async () => {
  const sample = sampleOf("ts")
    .replace(/^import .*$/m, "")
    .replace("export ", "");
  const script = new Bun.Transpiler({ loader: "ts" }).transformSync(sample);
  const make = new Function("Webhook", "process", "console", `${script}\nreturn handle;`);
  const received: unknown[] = [];
  const environment = { env: { WEBHOOK_SECRET: secret } };
  const handle = make(Webhook, environment, { log: (type: string) => received.push(type) }) as (
    request: Request,
  ) => Promise<Response>;
  const accepted = requests.map(([headers, text]) =>
    handle(new Request("http://receiver", { method: "POST", headers, body: text })).then(
      ({ status }) => status === 204,
      () => false,
    ),
  );
  expect(await Promise.all(accepted)).toEqual(verdicts);
  expect(received).toEqual(["webhook.test", "webhook.test"]);
});

test.skipIf(missingPython() !== undefined)("the guide's Python accepts what is signed alone", async () => {
  const program = `${sampleOf("python")}
import json, sys
secret, requests = json.loads(sys.argv[1])
print(json.dumps([verify(secret, headers, body.encode()) for headers, body, _ in requests]))`;
  const { output } = await run([python, "-c", program, JSON.stringify([secret, requests])]);
  expect(JSON.parse(output)).toEqual(verdicts);
});

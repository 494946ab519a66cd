import { gunzipSync } from "node:zlib";
import { type Asker, asker, signedIn } from "../../../../test/callers.ts";
import type { Kind } from "../../../../test/database/databases.ts";
import { type Account, ask, signUp, type TestService } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { runSecond } from "../../../../test/verify/run-second.ts";
import { verifyStatement } from "../../../../verify/src/index.ts";
import { sql } from "../../../database/sql.ts";
import type { Statement } from "../statements/statement.ts";
import { type ProvedService, startProved } from "./proved-service.ts";

/** The ways in which a subscription gets another owner. */
export const ways = ["transfer", "PATCH", "PUT"] as const;
export type Way = (typeof ways)[number];

/** A user with a session that acts for its own account until it chooses another. */
export interface Person extends Account {
  readonly ask: Asker;
}

/** The user with a new session: those of before end with time. */
export async function newSession(service: TestService, account: Account): Promise<Person> {
  return { ...account, ask: asker(service, await signedIn(service, account)) };
}

const choose = ({ ask: send }: Person, account_id: string) => send("PUT", "/auth/account", { account_id });

/** A call as its caller received it. */
export interface OwnCall {
  readonly call: string;
  readonly account: string;
  readonly subscription: string;
  readonly at: number;
  readonly credits: number;
  readonly receipt: string;
}

export interface Given {
  readonly account: string;
  readonly month: string;
  readonly statement: Statement;
  readonly bytes: Uint8Array;
  readonly calls: Uint8Array;
}

/** Two people and an organization of the first, with a subscription of each person. */
export interface MovedScene {
  readonly service: ProvedService;
  readonly lena: Person;
  readonly bruno: Person;
  readonly organizationId: string;
  /** All calls that were answered. */
  readonly made: OwnCall[];
  /** The account that has a subscription. */
  readonly owners: Map<string, string>;
  /** Credits of a subscription, by the calls and changes of the test alone. */
  readonly balances: Map<string, number>;
  /** `isLate`: it is applied after what follows. */
  call(person: Person, path?: string, isLate?: boolean): Promise<void>;
  grant(subscription: string, credits: number): Promise<void>;
  move(subscription: string, to: string, way: Way): Promise<void>;
  statement(account: string, month: string): Promise<Given>;
}

export const pathOfVin = `/vin-decoder/${goodVin}`;
export const freePath = "/lien/1HGCM82633A004352";
const firstCredits = 15;

export async function startMoved(kind: Kind, settings: Record<string, string> = {}): Promise<MovedScene> {
  const service = await startProved(kind, settings);
  const newPerson = async () => newSession(service, await signUp(service));
  const [lena, bruno] = [await newPerson(), await newPerson()];
  const { body } = await lena.ask("POST", "/organizations", { name: "Acme" });
  const organizationId = (body as { id: string }).id;
  await service.change(sql`update product set subscriptions_limit = null`);
  const made: OwnCall[] = [];
  const owners = new Map([lena, bruno].map((one) => [one.subscriptionId, one.userId]));
  const balances = new Map([lena, bruno].map((one) => [one.subscriptionId, firstCredits]));
  const operator = async (method: string, path: string, json?: object) => {
    const got = await service.ask(method, path, {
      headers: service.operatorHeaders,
      ...(json && { json }),
    });
    if (got.status !== 200) throw new Error(`${method} ${path} answered ${got.status}: ${got.text}`);
    return got.body as Record<string, unknown>;
  };
  // The time of a call decides to which of its account's tenures it belongs.
  const next = () => service.setTime(service.now() + 1000);
  return {
    service,
    lena,
    bruno,
    organizationId,
    made,
    owners,
    balances,
    async call({ key, subscriptionId: subscription }, path = pathOfVin, isLate = false) {
      await next();
      const how = { headers: { "x-authkey": key, "want-receipt": "1" } };
      const got = isLate ? await ask(service.serve, "GET", path, how) : await service.ask("GET", path, how);
      const receipt = got.headers.get("x-receipt");
      if (receipt === null) throw new Error(`${path} answered ${got.status} without a receipt: ${got.text}`);
      const [call, at, price] = receipt.split(";");
      const credits = Number(price);
      balances.set(subscription, balances.get(subscription)! - credits);
      made.push({
        call: call!,
        account: owners.get(subscription)!,
        subscription,
        credits,
        receipt,
        at: Number(at),
      });
    },
    async grant(subscription, credits) {
      await operator("POST", `/subscriptions/${subscription}/credits`, { change: credits });
      balances.set(subscription, balances.get(subscription)! + credits);
    },
    async move(subscription, to, way) {
      await next();
      const path = `/subscriptions/${subscription}`;
      if (way === "PATCH") await operator("PATCH", path, { owner_id: to });
      else if (way === "PUT") {
        const { scope, display_name } = await operator("GET", path);
        await operator("PUT", path, { owner_id: to, scope, display_name });
      } else {
        const person = await newSession(service, lena);
        await choose(person, owners.get(subscription)!);
        const got = await person.ask("POST", `${path}/transfer`, { account_id: to });
        if (got.status !== 200) throw new Error(`transfer answered ${got.status}: ${got.text}`);
        await choose(person, lena.userId);
      }
      owners.set(subscription, to);
    },
    async statement(account, month) {
      const read = async (end: string) => {
        const request = new Request(`http://vingate.test/users/${account}/statements/${month}${end}`, {
          headers: service.operatorHeaders,
        });
        const response = await service.serve(request, "127.0.0.1");
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (response.status !== 200)
          throw new Error(`${request.url} answered ${response.status}: ${new TextDecoder().decode(bytes)}`);
        return bytes;
      };
      const bytes = await read("");
      const statement = JSON.parse(new TextDecoder().decode(bytes)) as Statement;
      return { account, month, statement, bytes, calls: await read("/calls") };
    },
  };
}

/** The IDs of the calls in a file of calls. */
export const callsIn = ({ calls }: Given): string[] =>
  gunzipSync(calls)
    .toString()
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { call: string }).call);

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The verdicts of both verifiers of statements with their calls, and the receipts of their accounts. */
export async function verdictsOf(
  all: readonly Given[],
  made: readonly OwnCall[],
): Promise<(readonly [string, ...string[]])[]> {
  const receiptsOf = ({ account, month }: Given) =>
    made
      .filter((one) => one.account === account && new Date(one.at).toISOString().startsWith(month))
      .map(({ receipt }) => `${receipt}\n`)
      .join("");
  const second = runSecond(
    all.map((one) => ({ statement: one.bytes, calls: one.calls, receipts: receiptsOf(one) })),
  );
  return Promise.all(
    all.map(async (one, index) => {
      const report = await verifyStatement({
        statement: one.bytes,
        calls: once(one.calls),
        receipts: receiptsOf(one),
      });
      const faults = report.findings.filter(({ state }) => state === "fails").map(({ text }) => text);
      return [report.verdict, second[index]!, ...faults] as const;
    }),
  );
}

import { rmSync } from "node:fs";
import { join } from "node:path";
import { signedIn } from "../../../../test/callers.ts";
import type { Clocked } from "../../../../test/database/clocked-database.ts";
import type { Kind } from "../../../../test/database/databases.ts";
import { type Point, startWorld } from "../../../../test/decisions/world.ts";
import { type Account, type Got, signUp, type TestService } from "../../../../test/harness.ts";
import { logIds, readLog } from "../../../decisions/log-file.ts";
import { opened } from "../../../running/opened.ts";
import { Billing } from "../../billing/billing.ts";
import { enterBuyer, enterSeller } from "../../papers/test/issued.ts";
import { Payments } from "../payments.ts";
import { type Paid, sold } from "./paid-service.ts";
import { StripeStub, signedEvent } from "./stripe-stub.ts";

/** An installation that takes payments, whose database goes back while its log and its provider stay. */
export interface PaidWorld {
  readonly stripe: StripeStub;
  readonly db: Clocked;
  now(): number;
  /** Sets the clocks, and does what is due then. */
  at(now: number): Promise<void>;
  look(): Promise<void>;
  operator(method: string, path: string, json?: unknown): Promise<Got>;
  as(account: Account, method: string, path: string, json?: unknown): Promise<Got>;
  /** A customer who has paid for the plan by card, which is saved. */
  subscriber(id: string, beforePaid?: () => Promise<void>, productId?: string): Promise<Account>;
  buy(account: Account, request: object): Promise<Paid>;
  /** The customer pays on the page, and the provider sends its event unless it is lost. */
  payPage(paymentId: string, isHeard?: boolean): Promise<void>;
  /** The provider sends an event. */
  event(id: string, type: string, object: object): Promise<Got>;
  hear(event: ReturnType<typeof signedEvent>): Promise<Got>;
  /** Replays all decisions of the log again, the last one first. Resolves to how many changed something. */
  replayReversed(): Promise<number>;
  point(): Promise<Point>;
  /** Goes back, resumes, and does what is due: of payments first, and of plans first if `isPlansFirst`. */
  goBack(point: Point, how?: { before?(): void; readonly isPlansFirst?: boolean }): Promise<void>;
  /** Goes back, and stays held: nothing was listed. With `isLogLost` its decision logs are gone, as a restore notes. */
  goBackHeld(point: Point, how?: { before?(): void; readonly isLogLost?: boolean }): Promise<void>;
  /** Lists what the provider took, as every process does each second. */
  list(): Promise<void>;
  /** Resumes the service. */
  resume(): Promise<Got>;
  app(): TestService["app"];
  /** Ends the service, and starts it again. */
  restart(): Promise<void>;
  /** What the consistency check compares. */
  readonly comparisons: readonly string[];
  /** The file of the log. */
  readonly logFile: string;
  end(): Promise<void>;
}

export async function startPaidWorld(kind: Kind, settings: Record<string, string> = {}): Promise<PaidWorld> {
  const stripe = new StripeStub();
  const world = await startWorld(kind, { ...stripe.settings, ...settings }, {}, { isClocked: true });
  const now = () => world.service.app.clock();
  stripe.clock = now;
  const logs = join(world.folder, "decisions");
  const ask = (method: string, path: string, headers: Record<string, string>, json?: unknown) =>
    world.service.ask(method, path, { headers, ...(json !== undefined && { json }) });
  const operator: PaidWorld["operator"] = (method, path, json) =>
    ask(method, path, world.service.operatorHeaders, json);
  const as: PaidWorld["as"] = async (account, method, path, json) =>
    ask(method, path, await signedIn(world.service, account), json);
  const look = () => opened(world.service.app, Payments).look();
  const at = async (next: number) => {
    await world.setTime(next);
    await opened(world.service.app, Billing).doDue();
    await look();
    await opened(world.service.app, Billing).doDue();
    await look();
  };
  const list = () => opened(world.service.app, Payments).restored.list();
  const resume = async () => {
    const got = await operator("POST", "/system/resume", {});
    await world.service.app.held.refresh();
    return got;
  };
  const goBackHeld: PaidWorld["goBackHeld"] = async (point, { before, isLogLost = false } = {}) => {
    // A charge whose answer was lost is looked for: no restore needs a key.
    stripe.forgetKeys();
    if (!isLogLost) return world.goBack(point, before);
    const { rows, last } = point.get("setting")!;
    const noted = [...rows, { name: "restored_former", value: JSON.stringify("lost") }];
    await world.goBack(new Map([...point, ["setting", { rows: noted, last }]]), () => {
      rmSync(logs, { recursive: true });
      before?.();
    });
  };
  const buy: PaidWorld["buy"] = async (account, request) => {
    const { status, body } = await as(account, "POST", "/payments", {
      currency: "EUR",
      method: "card",
      ...request,
    });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as Paid;
  };
  const hear: PaidWorld["hear"] = (event) => world.service.ask("POST", "/payments/stripe/events", event);
  const event: PaidWorld["event"] = (id, type, object) => hear(signedEvent(id, type, object, now()));
  const payPage: PaidWorld["payPage"] = async (paymentId, isHeard = true) => {
    const session = stripe.sessionOf(paymentId);
    const { id } = stripe.pay(session.id);
    const object = { object: "checkout.session", id: session.id, payment_intent: id };
    if (isHeard) await event(`evt_${id}`, "checkout.session.completed", object);
  };
  await enterSeller(world.service.app.database);
  await operator("PUT", "/products/growth", {
    state: "published",
    display_name: "growth",
    credits_granted: 15,
  });
  await operator("PUT", "/products/growth/offer", sold);
  const logFile = join(logs, `${logIds(logs)[0]}.log`);
  return {
    stripe,
    logFile,
    get db() {
      // The world was started with a clocked one.
      return world.service.app.database as Clocked;
    },
    now,
    at,
    look,
    operator,
    as,
    buy,
    payPage,
    event,
    hear,
    async subscriber(id, beforePaid, productId = "growth") {
      const account = await signUp(world.service);
      await enterBuyer(world.service.app.database, account.userId);
      await as(account, "POST", `/subscriptions/${id}`, { scope: `/products/${productId}` });
      await look();
      await beforePaid?.();
      const first = { subscription_id: id, kind: "renewal", period: 0, minor: 11_979 };
      await payPage((await buy(account, first)).id);
      return account;
    },
    async replayReversed() {
      const entries = readLog({ path: logFile });
      const { restoring, identity } = world.service.app;
      const byName = new Map(restoring.flatMap(({ kinds = [] }) => kinds).map((one) => [one.name, one]));
      const open = (sealed: string, context: string) =>
        identity.vault.open(Buffer.from(sealed, "base64"), context);
      const decided = entries.flatMap(({ content }) => ("decisions" in content ? content.decisions : []));
      let count = 0;
      await world.service.app.database.transaction(async (tx) => {
        for (const { kind: of, data } of decided.reverse())
          count += await byName.get(of)!.replay(tx, data, { at: now(), open });
      });
      return count;
    },
    app: () => world.service.app,
    restart: () => world.restart(),
    get comparisons() {
      return world.service.app.config.comparisons;
    },
    point: world.point,
    goBackHeld,
    list,
    resume,
    async goBack(point, { before, isPlansFirst = false } = {}) {
      await goBackHeld(point, { ...(before && { before }) });
      await list();
      await resume();
      if (!isPlansFirst) await look();
      await at(now());
    },
    async end() {
      await world.end();
      await stripe.stop();
    },
  };
}

import { seeded } from "../../../../test/verify/model.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import type { Customer } from "../../billing/test/billed-service.ts";
import { day } from "../../billing/test/billed-service.ts";
import { enterBuyer } from "../../papers/test/issued.ts";
import { type Step, spend, take } from "./histories.ts";
import {
  accountDifferences,
  differencesOf,
  faultsOf,
  gross,
  type Held,
  type Paid,
  type Payer,
  periodGross,
  storedOf,
} from "./moved-sums.ts";
import { buy, type PaidService, sessionObject, small } from "./paid-service.ts";

const begin = day("2026-11-21");
const ways = ["transfer", "patch", "put"] as const;

/** What random steps were made of. */
export interface Counts {
  steps: number;
  moves: number;
  refused: number;
  /** Periods that were paid after the first ones. */
  renewals: number;
}

/** A person with two organizations and another customer, their subscriptions, and a ledger beside them that has sums. */
export class MovedHistory {
  readonly counts: Counts = { steps: 0, moves: 0, refused: 0, renewals: 0 };
  readonly #service: PaidService;
  readonly #random: () => number;
  readonly #name: string;
  readonly #payers: Payer[] = [];
  readonly #held: Held[] = [];
  #acts: string | undefined;
  #events = 0;

  constructor(service: PaidService, seed: number) {
    this.#service = service;
    this.#random = seeded(seed);
    this.#name = `moved${seed}`;
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#upTo(of.length - 1)]!;
  }

  /** Each account has a card of its own and a subscription, whose first period it has paid. */
  async begin(): Promise<void> {
    const service = this.#service;
    await service.at(begin);
    const person = await service.customer();
    const other = await service.customer();
    const organizations: string[] = [];
    for (const name of ["One", "Two"]) {
      const made = await person.ask("POST", "/organizations", { name });
      organizations.push((made.body as { id: string }).id);
      await enterBuyer(service.db, organizations.at(-1)!);
    }
    for (const [index, [id, by]] of [
      [person.account.userId, person] as const,
      ...organizations.map((id) => [id, person] as const),
      [other.account.userId, other] as const,
    ].entries()) {
      const payer: Payer = { id, card: `cus_${this.#name}_${index}`, person: by, minor: 0 };
      this.#payers.push(payer);
      const held: Held = {
        id: `${this.#name}_${index}`,
        payer,
        credits: 0,
        bought: [],
        open: undefined,
        periods: 1,
      };
      this.#held.push(held);
      const asker = await this.#as(payer);
      await asker.ask("POST", `/subscriptions/${held.id}`, { scope: "/products/moved" });
      await service.look();
      const first = { subscription_id: held.id, kind: "renewal", period: 0, minor: periodGross };
      await this.#payPage((await buy(asker, first)).id, payer);
      payer.minor += periodGross;
    }
  }

  /** Who may act for an account, acting for it. */
  async #as(payer: Payer): Promise<Customer> {
    const { person, id } = payer;
    // A session is of the moment, and begins with the person's own account.
    const acts = `${id} at ${this.#service.now()}`;
    if (this.#acts !== acts) await person.ask("PUT", "/auth/account", { account_id: id });
    this.#acts = acts;
    return person;
  }

  async #payPage(paymentId: string, payer: Payer): Promise<string> {
    const { stripe } = this.#service;
    const intent = stripe.pay(stripe.sessionOf(paymentId).id);
    Object.assign(intent, { customer: payer.card });
    await this.#service.hear(
      `evt_${intent.id}`,
      "checkout.session.completed",
      sessionObject(stripe, paymentId),
    );
    return intent.id;
  }

  async step(): Promise<void> {
    this.counts.steps += 1;
    await this.#service.setTime(this.#service.now() + 1000);
    const held = this.#one(this.#held);
    const what = this.#random();
    if (what < 0.3) await this.#move(held);
    else if (what < 0.43) await this.#buy(held);
    else if (what < 0.5) await this.#request(held);
    else if (what < 0.57) await this.#settleOpen(held);
    else if (what < 0.67) await this.#spend(held);
    else if (what < 0.72) await this.#give(held);
    else if (what < 0.87) await this.#reverse(held);
    else await this.#pass(this.#one([hourMs, dayMs, 12 * dayMs, 33 * dayMs]));
  }

  async #move(held: Held): Promise<void> {
    const to = this.#one(this.#payers.filter((payer) => payer !== held.payer));
    const { person } = held.payer;
    // Only accounts of one person can be reached by its own move.
    const way = this.#one(to.person === person ? ways : ways.slice(1));
    const path = `/subscriptions/${held.id}`;
    const got =
      way === "transfer"
        ? await (await this.#as(held.payer)).ask("POST", `${path}/transfer`, { account_id: to.id })
        : await this.#service.operator(way === "put" ? "PUT" : "PATCH", path, {
            owner_id: to.id,
            ...(way === "put" && { scope: "/products/moved", display_name: "Moved" }),
          });
    const isOpen = held.open !== undefined;
    if (got.status === 409 && isOpen) this.counts.refused += 1;
    else if (got.status !== 200 || (isOpen && way === "transfer"))
      throw new Error(`${way} of ${held.id}: ${got.status} ${got.text}`);
    else {
      this.counts.moves += 1;
      held.payer = to;
    }
  }

  async #buy(held: Held): Promise<void> {
    const { payer } = held;
    const method = this.#one(["card", "saved"] as const);
    const made = await buy(await this.#as(payer), { ...wanted(held), method });
    if (method === "card") await this.#payPage(made.id, payer);
    else await this.#service.look();
    this.#received(held, payer, made.id);
  }

  /** Requests a package by transfer, which stays open. */
  async #request(held: Held): Promise<void> {
    if (held.open) return;
    const { payer } = held;
    const made = await buy(await this.#as(payer), { ...wanted(held), method: "transfer" });
    const { reference } = made.transfer as { reference: string };
    held.open = { id: made.id, reference, payer };
  }

  async #settleOpen(held: Held): Promise<void> {
    const { open } = held;
    if (!open) return;
    held.open = undefined;
    if (this.#random() < 0.3) {
      await this.#service.operator("POST", `/payments/${open.id}/cancel`);
      return;
    }
    const sent = { bank_ref: `bank ${open.id}`, minor: gross, currency: "EUR", reference: open.reference };
    await this.#service.operator("POST", "/payments/transfers", sent);
    this.#received(held, open.payer, open.id);
  }

  #received(held: Held, payer: Payer, id: string): void {
    payer.minor += gross;
    held.credits += small.credits;
    const intent = this.#service.stripe.intentOf(id)?.id ?? "";
    held.bought.push({ id, intent, payer, refunded: 0, dispute: "none" });
  }

  async #spend(held: Held): Promise<void> {
    const { left } = await this.#stored(held);
    const credits = this.#random() < 0.4 ? left : this.#upTo(left);
    held.credits -= credits;
    await spend(this.#service, held.id, credits);
  }

  async #give(held: Held): Promise<void> {
    const credits = 1 + this.#upTo(700);
    held.credits += credits;
    const given = { source: "grant", credits, expires_at: null, reason: "gift" };
    await this.#service.operator("POST", `/subscriptions/${held.id}/grants`, given);
  }

  async #reverse(held: Held): Promise<void> {
    if (held.bought.length === 0) return;
    const paid = this.#one(held.bought);
    const rest = paid.dispute === "lost" ? 0 : gross - paid.refunded;
    if (paid.dispute === "open") {
      const isWon = this.#random() < 0.5;
      paid.dispute = isWon ? "won" : "lost";
      // What was disputed is all that was paid.
      if (!isWon) paid.payer.minor -= gross;
      await this.#atProvider(paid, paid.dispute);
    } else if (rest > 0 && this.#random() < 0.7) {
      const minor = this.#random() < 0.4 ? rest : 1 + this.#upTo(rest - 1);
      paid.refunded += minor;
      paid.payer.minor -= minor;
      if (paid.intent === "" || this.#random() < 0.5)
        await this.#service.operator("POST", `/payments/${paid.id}/refund`, {
          minor,
          reason: "Part",
          ...(paid.intent === "" && { iban: "DE89 3704 0044 0532 0130 00" }),
        });
      else await this.#atProvider(paid, minor);
    } else if (paid.intent !== "" && paid.dispute === "none" && paid.refunded === 0) {
      paid.dispute = "open";
      await this.#atProvider(paid, "dispute");
    }
  }

  async #atProvider(paid: Paid, step: Step): Promise<void> {
    const { id, type, object } = take(this.#service, paid.intent, step, this.#events++);
    await this.#service.hear(id, type, object);
  }

  /** Time passes: periods that start within a day are charged to who has the subscription. */
  async #pass(milliseconds: number): Promise<void> {
    const until = this.#service.now() + milliseconds;
    // As a living service: it looks at least daily.
    while (this.#service.now() < until)
      await this.#service.at(Math.min(until, this.#service.now() + dayMs / 2));
    for (const held of this.#held)
      for (; startOfPeriod(held.periods) - dayMs <= until; held.periods += 1) {
        held.payer.minor += periodGross;
        this.counts.renewals += 1;
      }
  }

  #stored(held: Held): Promise<{ readonly left: number }> {
    return storedOf(this.#service, held);
  }

  /** Where the service differs from the ledger of sums, in words; empty if nowhere. */
  differences(): Promise<string[]> {
    return differencesOf(this.#service, this.#held, this.#payers);
  }

  /** The same, with what accounts see of themselves and what the consistency check finds. */
  async finalDifferences(): Promise<string[]> {
    const found = await this.differences();
    for (const payer of this.#payers)
      found.push(...(await accountDifferences(this.#service, payer, await this.#as(payer))));
    return [...found, ...(await faultsOf(this.#service))];
  }
}

const wanted = ({ id }: Held) => ({
  subscription_id: id,
  kind: "package",
  package_id: "small",
  minor: gross,
});

/** On the 21st of each month, as the first one. */
const startOfPeriod = (number: number): number => {
  const first = new Date(begin);
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + number, first.getUTCDate());
};

import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { referencesIn } from "../prices/reference.ts";
import type { Payment } from "../rows/payment.ts";
import { selectPayments } from "../rows/payment-rows.ts";
import type { Transfer } from "../rows/transfer-rows.ts";
import { inParts } from "./in-parts.ts";
import { NearReferences } from "./near-references.ts";
import { areNamesAlike, nameWords } from "./payer-names.ts";

/** Why a payment may be the one that a transfer is for, the surest first. */
export const proposalReasons = [
  "reference",
  "invoice",
  "similar_reference",
  "sender_account",
  "sender_name",
  "amount",
] as const;
export type ProposalReason = (typeof proposalReasons)[number];

const weights: Readonly<Record<ProposalReason, number>> = {
  reference: 64,
  invoice: 32,
  similar_reference: 16,
  sender_account: 8,
  sender_name: 4,
  amount: 2,
};

export interface Proposal {
  readonly payment: Payment;
  readonly reasons: readonly ProposalReason[];
}

/** What proposals are made from. */
export type Proposed = Pick<Transfer, "minor" | "currency" | "reference" | "sender" | "senderAccount">;

export const dueOf = ({ minor, receivedMinor }: Payment): number => minor - receivedMinor;

const proposalsMost = 5;
/** More open payments are not compared. */
const openMost = 20_000;

/** The open payments by transfer, with all by which the text of a transfer can mean one. */
export class OpenPayments {
  readonly #byReference: ReadonlyMap<string, Payment>;
  readonly #near: NearReferences;
  readonly #byAmount: ReadonlyMap<string, readonly Payment[]>;
  readonly #byAccount: ReadonlyMap<string, readonly Payment[]>;
  /** By a word of the names of an account, the accounts. */
  readonly #byWord = new Map<string, Set<string>>();
  readonly #names = new Map<string, (readonly string[])[]>();
  readonly #byInvoice = new Map<string, Payment>();
  readonly #accountsOf: ReadonlyMap<string, ReadonlySet<string>>;

  private constructor(payments: readonly Payment[], known: Known) {
    this.#byReference = new Map(payments.map((one) => [one.reference, one]));
    this.#near = new NearReferences(this.#byReference.keys());
    this.#byAmount = Map.groupBy(payments, (one) => `${dueOf(one)} ${one.currency}`);
    this.#byAccount = Map.groupBy(payments, ({ accountId }) => accountId);
    this.#accountsOf = known.accountsOf;
    for (const { accountId, name } of known.names) this.#addName(accountId, nameWords(name));
    const byPaper = new Map(payments.map((one) => [one.paperId, one]));
    for (const { id, number } of known.papers) this.#byInvoice.set(plain(number), byPaper.get(id)!);
  }

  /** Reads them, with the accounts that paid before from the accounts of these transfers. */
  static async read(
    db: Queries,
    transfers: readonly Pick<Transfer, "senderAccount">[],
  ): Promise<OpenPayments> {
    const payments = await selectPayments(
      db,
      sql`where state in ('requested', 'pending') and provider = 'manual' order by created_at limit ${openMost}`,
    );
    return new OpenPayments(payments, await readKnown(db, payments, transfers));
  }

  /** The likeliest first. None in another currency, which cannot be received, and none of `taken`. */
  proposalsFor(transfer: Proposed, taken: ReadonlySet<string> = new Set()): readonly Proposal[] {
    const reasons = new Map<Payment, ProposalReason[]>();
    const add = (reason: ProposalReason, payments: Iterable<Payment | undefined>) => {
      for (const payment of payments)
        if (payment?.currency === transfer.currency && !taken.has(payment.id))
          reasons.set(payment, [...(reasons.get(payment) ?? []), reason]);
    };
    add(
      "reference",
      referencesIn(transfer.reference).map((one) => this.#byReference.get(one)),
    );
    add("invoice", this.#invoicedIn(transfer.reference));
    add(
      "similar_reference",
      [...this.#near.in(transfer.reference)].map((one) => this.#byReference.get(one)),
    );
    add("sender_account", this.#ofAccounts(this.#accountsOf.get(transfer.senderAccount ?? "") ?? []));
    add("sender_name", this.#ofAccounts(this.#namedLike(transfer.sender || transfer.reference)));
    add("amount", this.#byAmount.get(`${transfer.minor} ${transfer.currency}`) ?? []);
    const weightOf = (all: readonly ProposalReason[]) => all.reduce((sum, one) => sum + weights[one], 0);
    return [...reasons]
      .map(([payment, all]) => ({ payment, reasons: all }))
      .toSorted((a, b) => weightOf(b.reasons) - weightOf(a.reasons) || byAge(a.payment, b.payment))
      .slice(0, proposalsMost);
  }

  #addName(accountId: string, words: readonly string[]): void {
    this.#names.set(accountId, [...(this.#names.get(accountId) ?? []), words]);
    for (const word of words) this.#byWord.set(word, (this.#byWord.get(word) ?? new Set()).add(accountId));
  }

  #namedLike(sender: string): readonly string[] {
    const words = nameWords(sender);
    const some = new Set(words.flatMap((word) => [...(this.#byWord.get(word) ?? [])]));
    return [...some].filter((id) => this.#names.get(id)!.some((name) => areNamesAlike(name, words)));
  }

  *#ofAccounts(ids: Iterable<string>): Generator<Payment> {
    for (const id of ids) yield* this.#byAccount.get(id) ?? [];
  }

  /** Numbers of invoices are written with other signs between their parts, and after words such as RE. */
  #invoicedIn(text: string): ReadonlySet<Payment | undefined> {
    const words = text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const found = new Set<Payment | undefined>();
    for (let first = 0; first < words.length; first += 1)
      for (let count = 1; count <= partsMost; count += 1) {
        const joined = words.slice(first, first + count).join("");
        found.add(this.#byInvoice.get(joined) ?? this.#byInvoice.get(joined.replace(/^\p{L}+/u, "")));
      }
    return found;
  }
}

const byAge = (a: Payment, b: Payment): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

const partsMost = 4;
const plain = (number: string): string => number.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, "");

interface Known {
  readonly names: readonly { readonly accountId: string; readonly name: string }[];
  readonly papers: readonly { readonly id: string; readonly number: string }[];
  /** By the account of a bank, the accounts whose payments it paid. */
  readonly accountsOf: ReadonlyMap<string, ReadonlySet<string>>;
}

async function readKnown(
  db: Queries,
  payments: readonly Payment[],
  transfers: readonly Pick<Transfer, "senderAccount">[],
): Promise<Known> {
  const ids = [...new Set(payments.map(({ accountId }) => accountId))];
  const people = await inParts(ids, (part) =>
    db.all<{ accountId: string; first: string; last: string; details: string | null }>(sql`
      select u.id as "accountId", u.first_name as first, u.last_name as last, b.details as details
      from app_user u left join billing_account b on b.account_id = u.id where u.id in (${list(part)})`),
  );
  const names = people.flatMap(({ accountId, first, last, details }) => {
    const { company, name } = JSON.parse(details ?? "{}") as Record<string, string | null>;
    return [`${first} ${last}`, company, name].flatMap((one) => (one ? [{ accountId, name: one }] : []));
  });
  const papers = await inParts(
    payments.flatMap(({ paperId }) => (paperId === null ? [] : [paperId])),
    (part) => db.all<Known["papers"][number]>(sql`select id, number from paper where id in (${list(part)})`),
  );
  const accounts = new Set(transfers.map(({ senderAccount = "" }) => senderAccount));
  accounts.delete("");
  const paid = await inParts([...accounts], (part) =>
    db.all<{ senderAccount: string; accountId: string }>(sql`
      select distinct t.sender_account as "senderAccount", p.account_id as "accountId"
      from payment_transfer t join payment p on p.id = t.payment_id
      where t.sender_account in (${list(part)}) and t.state = 'matched'`),
  );
  const accountsOf = new Map<string, Set<string>>();
  for (const { senderAccount, accountId } of paid)
    accountsOf.set(senderAccount, (accountsOf.get(senderAccount) ?? new Set()).add(accountId));
  return { names, papers, accountsOf };
}

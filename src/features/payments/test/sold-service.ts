import Big from "big.js";
import type { Kind } from "../../../../test/database/databases.ts";
import { type Got, startService, type TestService } from "../../../../test/harness.ts";
import { digitsOf } from "../../../base/format/currencies.ts";
import { Stripe } from "../providers/stripe.ts";
import { beginState } from "../watching/provider-state.ts";
import { readBalance } from "../watching/read-balance.ts";
import { keepBalance } from "./sold-balance.ts";
import { type SoldByCard, sellMonths, thirteen } from "./sold-months.ts";
import { StripeStub } from "./stripe-stub.ts";

export type Row = Readonly<Record<string, string>>;

/** Reads a table of RFC 4180, without the code that writes it. */
function readTable(text: string): Row[] {
  const lines: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/y;
  while (cell.lastIndex < text.length) {
    const [, value = "", end] = cell.exec(text)!;
    lines.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === "\r\n") lines.push([]);
  }
  const [head, ...rows] = lines.filter((one) => one.length > 0);
  return rows.map((row) => Object.fromEntries(row.map((value, index) => [head![index]!, value])));
}

export class Sums extends Map<string, Big> {
  add(name: string, value: Big): void {
    const sum = (this.get(name) ?? Big(0)).plus(value);
    this.set(name, sum);
  }

  get shown(): Record<string, string> {
    const some = [...this]
      .filter(([, sum]) => !sum.eq(0))
      .map(([name, sum]) => [name, sum.toFixed(3)] as const);
    return Object.fromEntries(some.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }
}

export const major = (minor: number, currency: string): Big =>
  Big(minor).div(Big(10).pow(digitsOf(currency)));
/** Whether a row is of the provider's balance alone. */
export const isOwn = (kind: string): boolean => ["fee", "payout", "adjustment"].includes(kind);
/** When the balance is read, after all months. */
export const readAt = Date.UTC(2028, 0, 20);
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** A service that has sold for 13 months, its provider, whose balance it has read, and the CSV of each month. */
export interface SoldService {
  readonly service: TestService;
  readonly stripe: StripeStub;
  /** By month. Credit notes and refunds of the last one are also in the next. */
  readonly tables: ReadonlyMap<string, readonly Row[]>;
  get(path: string): Promise<Got>;
  monthRows(month: string): Promise<readonly Row[]>;
  /** Reads the provider's balance at a moment. Resolves to how many of it were new. */
  readUntil(at: number): Promise<number>;
  end(): Promise<void>;
}

export async function startSold(kind: Kind): Promise<SoldService> {
  const stripe = new StripeStub();
  const service = await startService(kind);
  const { database } = service.app;
  const { VINGATE_STRIPE_URL: url, VINGATE_STRIPE_KEY: key } = stripe.settings;
  const cards = new Stripe({ url: url!, key: key!, secrets: [], own: { host: "127.0.0.1", port: 1 } });
  const readUntil = (at: number) => {
    stripe.clock = () => at;
    return readBalance({ ...service.app, clock: () => at }, cards, () => true);
  };
  const get = (path: string) => service.ask("GET", path, { headers: service.operatorHeaders });
  const monthRows = async (month: string) => readTable((await get(`/papers/months/${month}/csv`)).text);
  const sales: SoldByCard[] = [];
  await sellMonths(database, 6, (sold) => void sales.push(sold));
  keepBalance(stripe, sales);
  await beginState(database, 0);
  await readUntil(readAt);
  const tables = new Map<string, readonly Row[]>();
  for (const month of [...thirteen, "2027-12"]) tables.set(month, await monthRows(month));
  const end = async () => {
    await service.end();
    await stripe.stop();
  };
  return { service, stripe, tables, get, monthRows, readUntil, end };
}

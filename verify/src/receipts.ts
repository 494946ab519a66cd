import { type Bytes, linesOf } from "./files.ts";
import { counted, type Findings, Malformed } from "./findings.ts";
import { encoded, hashForm, sha256, toBase64 } from "./hash.ts";
import { dayOf } from "./log.ts";
import { daysOf, type Statement } from "./statement.ts";

const number = "(0|[1-9][0-9]{0,14})";
const form = new RegExp(`^([0-9a-f]{32})/([1-9][0-9]{0,14});${number};${number};${hashForm}$`);
/** What a receipt is if its call is not there. */
const [fault, ofOtherMonth, ofLaterDay] = [0, 1, 2];
const taken = -1;

/** The IDs of calls, each once, and the receipts that are compared with them, in about 50 bytes each. */
export class Receipts {
  /** A random value of this run, so that a seller cannot search for two receipts with one mark. */
  readonly #secret = toBase64(crypto.getRandomValues(new Uint8Array(16)));
  /** By journal and seq, four times the mark of a receipt and what it is, or `taken`. */
  readonly #calls = new Map<string, Map<number, number>>();
  #received = 0;
  #missing = 0;

  /** Throws `Malformed`. */
  async read(source: Bytes, { month, state, subscriptions }: Statement): Promise<void> {
    const days = subscriptions.flatMap((one) => daysOf(one).map(({ day }) => day)).sort();
    const lastDay = days.at(-1) ?? "";
    for await (const lines of linesOf(source))
      for (const line of lines) {
        const [, journal, seq, at] = form.exec(line) ?? [];
        if (!journal) throw new Malformed(`${JSON.stringify(line)} is not a receipt in its form`);
        const day = dayOf(Number(at));
        const isOpen = state === "provisional" && day > lastDay;
        const kind = !day.startsWith(month) ? ofOtherMonth : isOpen ? ofLaterDay : fault;
        const value = this.#markOf(line) * 4 + kind;
        const isOther = (this.#callsOf(journal).get(Number(seq)) ?? value) !== value;
        if (isOther) throw new Malformed(`it has two receipts of call ${journal}/${seq}`);
        this.#callsOf(journal).set(Number(seq), value);
      }
  }

  /** The first 48 bits of a hash. */
  #markOf(line: string): number {
    const hash = sha256(encoded(this.#secret + line));
    let mark = 0;
    for (let at = 0; at < 6; at++) mark = mark * 256 + hash[at]!;
    return mark;
  }

  #callsOf(journal: string): Map<number, number> {
    const calls = this.#calls.get(journal) ?? new Map<number, number>();
    this.#calls.set(journal, calls);
    return calls;
  }

  /** Compares the receipt of a call, if there is one. False if the call was there before. */
  take(journal: string, seq: number, isCharged: boolean, receipt: () => string, findings: Findings): boolean {
    const calls = this.#callsOf(journal);
    const value = calls.get(seq);
    calls.set(seq, taken);
    if (value === undefined && isCharged) this.#missing += 1;
    if (value === undefined || value === taken) return value === undefined;
    const own = receipt();
    const isSame = Math.floor(value / 4) === this.#markOf(own);
    findings.need("receipts", isSame, `The receipt of a call is not that of the file of calls: ${own}.`);
    this.#received += 1;
    return true;
  }

  /** Judges receipts whose calls are not there. */
  checkAbsent(findings: Findings): void {
    const later = "If a machine was away, it is in a later statement, in the day in which it arrived.";
    const counts = [0, 0, 0];
    for (const [journal, calls] of this.#calls)
      for (const [seq, value] of calls) {
        if (value === taken) continue;
        counts[value % 4]! += 1;
        const isPassed = value % 4 !== fault;
        findings.need("receipts", isPassed, `Call ${journal}/${seq} is not in the file of calls. ${later}`);
      }
    const text = `${counted(this.#received, "receipt")} have the calls and prices of the statement.`;
    findings.hold("receipts", text);
    const note = (count: number, what: string, text: string) =>
      count > 0 && findings.add("receipts", "note", `${counted(count, what)} ${text}.`);
    note(counts[ofOtherMonth]!, "receipt", "are of other months");
    note(counts[ofLaterDay]!, "receipt", "can be of calls that no day has yet");
    note(this.#missing, "charged call", "without a receipt: no fault if you did not keep all");
  }
}

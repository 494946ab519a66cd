import { type Bytes, linesOf } from "./files.ts";
import { counted, type Findings, Malformed } from "./findings.ts";
import { leafHash, Tree, toBase64 } from "./hash.ts";
import type { Receipts } from "./receipts.ts";
import { daysOf, type Statement, textForm } from "./statement.ts";

/** Lines above the calls of the days that are read, so that a repeated call is reported with its day; and failures. */
const spare = 1000;
const refused = [401, 402, 403, 429];
const number = "(0|[1-9][0-9]{0,14})";
/** A line of calls in its only form, but for escapes in the operation. */
const form = new RegExp(
  String.raw`^\{"subscription":"([!#-*,-.0-[\]-~]+)","day":"([0-9-]+)","call":"([0-9a-f]{32})/([1-9][0-9]{0,14})","at":${number},` +
    String.raw`"operation":("(?:[^"\\]|\\["\\])+"),"status":([1-5][0-9]{2}),"credits":${number},"digest":"([A-Za-z0-9+/]{21}[AQgw]==)"\}$`,
);

function classOf(status: number, credits: number): string {
  if (credits > 0) return "charged";
  if (status === 404) return "not_found";
  if (status === 422) return "invalid";
  if (refused.includes(status)) return "refused";
  return status >= 500 ? "error" : "free";
}

const both = (calls: number, credits: number) =>
  `${counted(calls, "call")} with ${counted(credits, "credit")}`;
const difference = (more: number, what: string): string =>
  more === 0
    ? `the ${what}s are equal`
    : `${counted(Math.abs(more), what)} ${more > 0 ? "too many" : "missing"}`;

/** Compares the lines of a file of calls with the days of a statement, and with receipts. */
export async function checkCalls(
  { subscriptions }: Statement,
  source: Bytes,
  receipts: Receipts,
  findings: Findings,
): Promise<void> {
  const fail = (text: string) => findings.need("calls", false, text);
  const logs = subscriptions.map((one) => {
    const lines = one.usage.map((line) => ({ ...line, found: { calls: 0, credits: 0 } }));
    const sums = new Map(lines.map((line) => [`${line.class} ${line.operation}`, line.found]));
    const days = daysOf(one).map((day) => ({ ...day, id: one.id, sums, tree: new Tree(), used: 0 }));
    return { id: one.id, isOpen: one.unproved.calls > 0, lines, days };
  });
  const days = logs.flatMap((log) => log.days);
  const places = new Map(days.map(({ id, day }, place) => [`${id} ${day}`, place]));
  const most = days.reduce((sum, { calls }) => sum + calls, 0) + spare;
  let [number, place] = [0, -1];
  let last = { journal: "", seq: 0 };

  const take = (line: string) => {
    const [, id, date, journal, seqText, at, json, status, price, digest] = form.exec(line) ?? [];
    const operation = json?.includes("\\") ? JSON.parse(json) : json?.slice(1, -1);
    if (!journal || !textForm.test(operation))
      throw new Malformed(`line ${number} is not a call in its form`);
    const [call, seq, credits] = [`${journal}/${seqText}`, Number(seqText), Number(price)];
    if (days[place]?.day !== date || days[place]?.id !== id) {
      const next = places.get(`${id} ${date}`);
      const text = `call ${call} is of ${date} of ${id}, which the statement does not have.`;
      if (next === undefined) return fail(`Line ${number}: ${text}`);
      if (next < place) return fail(`Line ${number}: call ${call} comes after a later day.`);
      place = next;
      last = { journal: "", seq: 0 };
    }
    const day = days[place]!;
    const leaf = leafHash(`vingate-call/v1\t${call}\t${at}\t${operation}\t${status}\t${price}\t${digest}\n`);
    const receipt = () => `${call};${at};${price};${toBase64(leaf)}`;
    if (!receipts.take(journal, seq, credits > 0, receipt, findings))
      fail(`Line ${number}: call ${call} is there twice.`);
    else if (journal < last.journal || (journal === last.journal && seq < last.seq))
      fail(`Line ${number}: call ${call} is not in order.`);
    last = { journal, seq };
    const kind = classOf(Number(status), credits);
    const sum = day.sums.get(`${kind} ${operation}`);
    if (!sum) return fail(`Line ${number}: the statement has no line for ${operation}, ${kind}.`);
    sum.calls += 1;
    sum.credits += credits;
    day.tree.add(leaf);
    day.used += credits;
  };
  for await (const some of linesOf(source))
    for (const line of some) {
      number += 1;
      // A statement can claim any number of calls.
      if (number > most || findings.failures("calls") >= spare)
        return void fail(`The rest of the file, from line ${number} on, was not read.`);
      take(line);
    }

  for (const { id, day, calls, credits, call_root, tree, used } of days) {
    const text = `${day} of ${id}: the file has ${both(tree.size, used)}, the statement ${both(calls, credits)}`;
    const [more, dearer] = [tree.size - calls, used - credits];
    if (more !== 0 || dearer !== 0)
      fail(`${text}: ${difference(more, "call")}, ${difference(dearer, "credit")}.`);
    else if (tree.root() !== call_root) fail(`${day} of ${id}: a call was changed.`);
  }
  const lines = logs.flatMap(({ id, isOpen, lines }) => lines.map((line) => ({ ...line, id, isOpen })));
  for (const { id, operation, class: kind, calls, credits, isOpen, found } of lines) {
    const [more, dearer] = [found.calls - calls, found.credits - credits];
    const text = `the statement has ${both(calls, credits)}, the file ${both(found.calls, found.credits)}`;
    if (more > 0 || dearer > 0 || (!isOpen && (more < 0 || dearer < 0)))
      fail(`${operation}, ${kind}, of ${id}: ${text}.`);
  }
  const text = `${counted(number, "call")} of the file are the calls of ${counted(days.length, "day")}.`;
  findings.hold("calls", text);
}

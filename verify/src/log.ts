import { counted, type Findings, shown } from "./findings.ts";
import { fromBase64, leafHash, Tree, textHash } from "./hash.ts";
import { isSigned, type Key, parseCheckpoint } from "./note.ts";
import { isOfAccount, isOlder, type Origin, type Seen } from "./seen.ts";
import { daysOf, type Leaf, type Statement, type Subscription } from "./statement.ts";

const emptyRoot = new Tree().root();
const lineOf = (...fields: readonly (string | number | null)[]) => `${fields.join("\t")}\n`;
/** The day of a time, in UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + BigInt(value), 0n);

function lineOfLeaf(id: string, leaf: Leaf): string {
  if (!("day" in leaf))
    return lineOf("vingate-proof-epoch/v1", id, leaf.epoch, leaf.size, leaf.root, leaf.reason);
  const { day, calls, credits, call_root, ledger_rows, ledger_head } = leaf;
  return lineOf("vingate-proof-day/v1", id, day, calls, credits, call_root, ledger_rows, ledger_head);
}

/** What all checks share. */
export interface Context {
  readonly statement: Statement;
  readonly key: Key;
  /** Checkpoints that were seen, by size. */
  readonly seen: readonly Seen[];
  readonly findings: Findings;
}

/** What is known of a log: its size, its roots by size, and the sizes at which its epochs begin. */
export interface Log {
  readonly size: number;
  /** The leaves before the month, and their root. */
  readonly before: { readonly size: number; readonly root: string };
  readonly roots: ReadonlyMap<number, string>;
  readonly epochs: ReadonlyMap<number, number>;
}

export function checkDays({ statement: { month }, findings }: Context, one: Subscription): Log {
  const { id, epoch, earlier, days, opening } = one;
  const need = findings.of("days", id);
  const tree = new Tree();
  const [roots, epochs] = [new Map<number, string>(), new Map<number, number>()];
  const add = (hash: Uint8Array, leaves = 1) => {
    tree.add(hash, leaves);
    roots.set(tree.size, tree.root());
  };
  const bits = [...earlier.size.toString(2)].toReversed();
  const wholes = bits.flatMap((bit, power) => (bit === "1" ? [2 ** power] : [])).toReversed();
  const needed = `${counted(earlier.size, "leaf")}, which need ${counted(wholes.length, "hash")}`;
  if (!need(wholes.length === earlier.hashes.length, `the log before has ${needed}.`))
    return { size: 0, before: { size: 0, root: emptyRoot }, roots, epochs };
  for (const [at, leaves] of wholes.entries()) add(fromBase64(earlier.hashes[at]!), leaves);
  const before = { size: tree.size, root: tree.root() };

  const lastOfMonth = dayOf(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0));
  let [last, rows, lastEpoch] = ["", opening.ledger_rows, 0];
  for (const leaf of days) {
    if ("day" in leaf) {
      const { day, calls, credits, call_root, ledger_rows } = leaf;
      need(day >= `${month}-01` && day <= lastOfMonth, `${day} is not a day of ${month}.`);
      need(day > last, `${day} is there after ${last}.`);
      const hasRowsOnly = credits === 0 && call_root === emptyRoot && ledger_rows > rows;
      need(calls > 0 || hasRowsOnly, `${day} has no calls, so it must have new ledger rows only.`);
      [last, rows] = [day, ledger_rows];
    } else {
      const isBefore = leaf.size === tree.size && leaf.root === tree.root();
      need(isBefore, `the line of epoch ${leaf.epoch} does not name the log before it.`);
      need(leaf.epoch > lastEpoch, `epoch ${leaf.epoch} is not in order.`);
      lastEpoch = leaf.epoch;
      epochs.set(leaf.epoch, tree.size);
    }
    add(leafHash(lineOfLeaf(id, leaf)));
  }
  need(lastEpoch === 0 || lastEpoch === epoch, `epoch ${epoch} is not that of the last epoch line.`);
  return { size: tree.size, before, roots, epochs };
}

export async function checkCheckpoint(context: Context, one: Subscription, log: Log): Promise<void> {
  const need = context.findings.of("days", one.id);
  const leaves = counted(log.size, "leaf");
  if (one.checkpoint === null) return void need(log.size === 0, `the log has ${leaves} and no checkpoint.`);
  const { origin, size, root, note } = parseCheckpoint(one.checkpoint);
  const expected = `${context.statement.service}/proof/${one.id}/${one.epoch}`;
  need(origin === expected, `the checkpoint is of ${origin}, not of ${expected}.`);
  need(await isSigned(note, expected, context.key), "the checkpoint is not signed by the key.");
  const difference = `${counted(Math.abs(size - log.size), "day")} ${size > log.size ? "left out" : "added"}`;
  const sizes = `the checkpoint has ${shown(size)} leaves, the statement ${leaves}: ${difference}.`;
  if (need(size === log.size, sizes))
    need(root === log.roots.get(size), "the days do not have the root of the checkpoint: a day was changed.");
}

/** Compares checkpoints that were seen. True if the log began an epoch of which none was. */
export function checkSeen({ statement, seen, findings }: Context, one: Subscription, log: Log): boolean {
  const { id, epoch } = one;
  const need = findings.of("consistency", id);
  const add = (state: "holds" | "not_checked" | "note", text: string) =>
    findings.add("consistency", state, `${id}: ${text}`);
  const known = seen.filter(
    (each) => each.log === `${statement.service}/proof/${id}` && isOfAccount(each, statement),
  );
  for (const each of known) {
    const { epoch: own, size, root } = each;
    const leaves = counted(size, "leaf");
    // Leaves of an earlier epoch that are not before the line of the next one were lost.
    const most = own === epoch ? log.size : (log.epochs.get(own + 1) ?? 0);
    const found = size <= most ? log.roots.get(size) : undefined;
    const isMore = own > epoch || (own === epoch && size > most);
    if (isMore && isOlder(statement, each)) {
      const { month } = each.from!;
      const before = own === epoch ? rootBefore(statement, log, each.from!) : undefined;
      if (before === undefined)
        add("not_checked", `you saw ${leaves} of epoch ${own} in the statement of ${month}, which is later.`);
      else if (
        need(
          before === each.from!.root,
          `the later statement of ${month} that you saw has another log before it.`,
        )
      )
        add("holds", `is the log before the later statement of ${month} that you saw.`);
    } else if (own > epoch)
      need(false, `you saw epoch ${own}, which is later than epoch ${epoch} of this statement.`);
    else if (own === epoch && size > most)
      need(false, `you saw ${leaves}, and this log has ${shown(most)} only: it does not continue that one.`);
    else if (found === undefined)
      add("not_checked", `you saw ${leaves} of epoch ${own}: check the statements between.`);
    else if (need(found === root, `the ${leaves} that you saw are not the beginning of this log.`))
      add("holds", `continues the log of ${leaves} that you saw.`);
  }
  const earlier = known.filter((each) => each.epoch <= epoch || !isOlder(statement, each));
  const isNew = known.every((each) => each.epoch !== epoch) && log.epochs.size + earlier.length > 0;
  if (isNew) add("note", `the log began epoch ${epoch}: the seller's database was restored.`);
  else if (known.length === 0) add("not_checked", "you have no earlier checkpoint.");
  return isNew;
}

/**
 * The root of a log's leaves before the month of a later statement; undefined if this one does not have it, and empty if it
 * has more leaves.
 */
function rootBefore({ month }: Statement, { size, before, roots }: Log, from: Origin): string | undefined {
  if (month < from.month && size > from.size) return "";
  return from.size === before.size ? before.root : roots.get(from.size);
}

export function checkLedger({ statement: { state }, findings }: Context, one: Subscription): void {
  const { id, opening, closing, ledger } = one;
  const need = findings.of("ledger", id);
  const isStart = opening.ledger_head === textHash(lineOf("vingate-ledger/v1", id));
  need(opening.ledger_rows > 0 || isStart, "the opening head is not that of an empty ledger.");
  const heads = [opening.ledger_head];
  for (const { id: row, at, kind, delta, grant_id, head } of ledger) {
    const line = lineOf("vingate-ledger/v1", heads.at(-1)!, row, at, kind, delta, grant_id);
    const text = `row ${row} does not have the head of its line: it or a row before was changed.`;
    need(head === textHash(line), text);
    heads.push(head);
  }
  let rows = opening.ledger_rows;
  const isLast = closing.ledger_rows === rows + ledger.length && closing.ledger_head === heads.at(-1);
  need(isLast, "the closing rows and head are not those of the last row.");
  for (const { day, ledger_rows, ledger_head } of daysOf(one)) {
    const head = heads[ledger_rows - opening.ledger_rows];
    const isNext = ledger_rows >= rows && head !== undefined;
    need(isNext, `${day} has ${counted(ledger_rows, "row")}, which does not follow from the rows before.`);
    need(!isNext || ledger_head === head, `the head of ${day} is not that of row ${ledger_rows}.`);
    rows = ledger_rows;
  }
  const isClosed = state !== "final" || rows === closing.ledger_rows;
  need(isClosed, "the closing rows and head are not those of the last day.");
}

export function checkBalance({ findings }: Context, one: Subscription): void {
  const { id, opening, closing, ledger, unproved } = one;
  const need = findings.of("balance", id);
  const [from, to] = [opening.balance, closing.balance];
  if (from === null || to === null) {
    need(from === to, "only one of the opening and closing balances is there.");
    if (from === to) findings.add("balance", "not_checked", `${id}: calls are not limited by credits.`);
    return;
  }
  const added = total(ledger.map(({ delta }) => delta));
  const used = total([...daysOf(one), unproved].map(({ credits }) => credits));
  const left = BigInt(from) + added - used;
  const text = `${shown(from)} + ${shown(added)} − ${shown(used)} = ${shown(left)}`;
  if (need(left === BigInt(to), `${text}, and the closing balance is ${shown(to)}.`))
    findings.add("balance", "holds", `${id}: ${text}.`);
}

/** Sums of calls. */
export function checkLines({ statement, findings }: Context, one: Subscription): void {
  const { usage, unproved } = one;
  const need = findings.of("lines", one.id);
  const names = new Set<string>();
  for (const { operation, class: kind, calls, credits } of usage) {
    const name = `${operation}, ${kind}`;
    need(names.size < names.add(name).size, `${name} is there twice.`);
    const isPriced = calls > 0 && (kind === "charged" ? credits >= calls : credits === 0);
    need(isPriced, `${name}, cannot have ${counted(calls, "call")} with ${counted(credits, "credit")}.`);
  }
  for (const what of ["calls", "credits"] as const) {
    const inLines = total(usage.map((line) => line[what]));
    const inDays = total([...daysOf(one), unproved].map((part) => part[what]));
    const text = `${shown(inLines)} ${what}, the days ${shown(inDays)}`;
    need(inLines === inDays, `the lines have ${text}: a difference of ${shown(inLines - inDays)}.`);
  }
  const isZero = unproved.calls + unproved.credits === 0;
  need(isZero || statement.state !== "final", "a final statement has calls that no day has.");
  need(isZero || unproved.calls > 0, "there are credits that no day has, without calls.");
}

export function checkMoney({ statement: { money }, findings }: Context): void {
  const [sum, all] = [total(money?.lines.map(({ minor }) => minor) ?? []), money?.total_minor ?? 0];
  const text = `The amounts add up to ${shown(sum)} minor units, and the total is ${shown(all)}.`;
  findings.need("lines", sum === BigInt(all), text);
}

import { emptyHead, headOf, type Made, receiptOf, recheck, recount } from "./model.ts";
import { checkpointOf, makeKey, sha256 } from "./proofs.ts";
import { daysOf, signed, type Tampering } from "./tampering.ts";

/** By the seller, who has the key: everything is signed again. */
export const bySeller: readonly Tampering[] = [
  {
    name: "a day left out",
    check: "days",
    text: /^sub-1: the checkpoint has \d+ leaves, the statement \d+ leaves: 1 day left out\.$/,
    change: signed(({ statement }, pick) => {
      const { days } = statement.subscriptions[0]!;
      days.splice(days.indexOf(pick(days)), 1);
    }),
  },
  {
    name: "a day with more calls than its leaf",
    check: "days",
    text: /do not have the root of the checkpoint/,
    change: signed((made, pick) => {
      pick(daysOf(made)).calls += 1;
    }),
  },
  {
    name: "a day of another month",
    check: "days",
    text: /2026-10-32 is not a day of 2026-10/,
    change: signed((made) => {
      daysOf(made).at(-1)!.day = "2026-10-32";
    }, recheck),
  },
  {
    name: "a day that is there twice",
    check: "days",
    text: /is there after/,
    change: signed((made) => {
      made.statement.subscriptions[0]!.days.push({ ...daysOf(made).at(-1)! });
    }, recheck),
  },
  {
    name: "a log before without one hash",
    check: "days",
    text: /^sub-1: the log before has \d+ leaves, which need \d+ hash/,
    change: signed(({ statement }) => {
      const [one] = statement.subscriptions;
      one!.earlier = { size: one!.earlier.size + 64, hashes: one!.earlier.hashes };
    }),
  },
  {
    name: "a checkpoint of another subscription",
    check: "days",
    text: /the checkpoint is of vin\.example\.com\/proof\/sub-2\/1, not of/,
    change: signed(({ statement: { subscriptions } }) => {
      subscriptions[0]!.checkpoint = subscriptions[1]!.checkpoint;
    }),
  },
  {
    name: "a checkpoint signed by another key",
    check: "days",
    text: /the checkpoint is not signed by the key/,
    change: signed((made) => {
      recheck({ ...made, key: makeKey("vin.example.com") });
    }),
  },
  {
    name: "a log without a checkpoint",
    check: "days",
    text: /leaves and no checkpoint/,
    change: signed(({ statement }) => {
      statement.subscriptions[0]!.checkpoint = null;
    }),
  },
  {
    name: "a subscription that is there twice",
    check: "days",
    text: /^Subscription sub-1 is there twice, or not in order\.$/,
    change: signed(({ statement: { subscriptions } }) => {
      subscriptions.push(subscriptions[0]!);
    }),
  },
  {
    name: "a ledger row with other credits",
    check: "ledger",
    text: /^sub-1: row row-\d+ does not have the head of its line/,
    change: signed(({ statement }, pick) => {
      pick(statement.subscriptions[0]!.ledger).delta -= 7;
    }),
  },
  {
    name: "a ledger that does not begin empty",
    check: "ledger",
    text: /the opening head is not that of an empty ledger|not have the head of its line/,
    change: signed(({ statement }) => {
      const { opening, id } = statement.subscriptions[0]!;
      opening.ledger_head = opening.ledger_rows === 0 ? headOf(emptyHead(id), {} as never) : emptyHead(id);
    }),
  },
  {
    name: "a ledger row without its day",
    check: "ledger",
    text: /not those of the last day/,
    change: signed(({ statement }) => {
      const { ledger, closing } = statement.subscriptions[0]!;
      const row = { id: "row-x", at: 1, kind: "adjustment", delta: 0, grant_id: null };
      closing.ledger_head = headOf(closing.ledger_head, row);
      closing.ledger_rows += 1;
      ledger.push({ ...row, head: closing.ledger_head });
    }),
  },
  {
    name: "closing rows that are not the last row's",
    check: "ledger",
    text: /not those of the last row/,
    change: signed(({ statement }) => {
      statement.subscriptions[0]!.closing.ledger_rows += 1;
    }),
  },
  {
    name: "another closing balance",
    check: "balance",
    text: /^sub-1: [\d,]+ \+ −?[\d,]+ − [\d,]+ = [\d,]+, and the closing balance is [\d,]+\.$/,
    change: signed(({ statement }) => {
      statement.subscriptions[0]!.closing.balance! -= 5;
    }),
  },
  {
    name: "a usage line with more calls",
    check: "lines",
    text: /^sub-1: the lines have \d+ calls, the days \d+: a difference of 3\.$/,
    change: signed(({ statement }, pick) => {
      pick(statement.subscriptions[0]!.usage).calls += 3;
    }),
  },
  {
    name: "a usage line that is there twice",
    check: "lines",
    text: / is there twice\.$/,
    change: signed(({ statement }) => {
      const { usage } = statement.subscriptions[0]!;
      usage.push({ ...usage[0]! });
    }),
  },
  {
    name: "money that does not add up",
    check: "lines",
    text: /^The amounts add up to 3 minor units, and the total is 4\.$/,
    change: signed(({ statement }) => {
      statement.money = { currency: "EUR", lines: [{ text: "A", minor: 3 }], total_minor: 4 };
    }),
  },
  {
    name: "calls without a day in a final statement",
    check: "lines",
    text: /a final statement has calls that no day has/,
    change: signed(({ statement }) => {
      statement.subscriptions[0]!.unproved.calls = 1;
    }),
  },
  {
    name: "a call counted twice, in its day too",
    check: "calls",
    text: /is there twice\.$/,
    change: signed(
      (made, pick) => {
        const at = made.calls.indexOf(pick(made.calls));
        made.calls.splice(at, 0, made.calls[at]!);
        return { seen: "" };
      },
      recount,
      recheck,
    ),
  },
  {
    name: "a call in two days",
    check: "calls",
    text: /^Line \d+: call \S+ is there twice\.$/,
    change: signed(
      (made) => {
        const { calls } = made;
        const [first] = calls;
        const at = calls.findIndex((one) => one.day !== first!.day);
        calls.splice(at, 0, { ...first!, day: calls[at]!.day, subscription: calls[at]!.subscription });
        return { seen: "" };
      },
      recount,
      recheck,
    ),
  },
  {
    name: "a call in two subscriptions",
    check: "calls",
    text: /^Line \d+: call \S+ is there twice\.$/,
    change: signed(
      (made) => {
        const { calls } = made;
        const at = calls.findIndex((one) => one.subscription === "sub-2");
        calls.splice(at, 0, { ...calls[0]!, day: calls[at]!.day, subscription: "sub-2" });
        return { seen: "" };
      },
      recount,
      recheck,
    ),
  },
  {
    name: "a day without calls and rows",
    check: "days",
    text: /^sub-1: 2026-10-30 has no calls, so it must have new ledger rows only\.$/,
    change: signed((made) => {
      const { days } = made.statement.subscriptions[0]!;
      days.push({ ...daysOf(made).at(-1)!, day: "2026-10-30", calls: 0, credits: 0 });
    }, recheck),
  },
  {
    name: "an epoch line that names another log",
    check: "days",
    text: /^sub-1: the line of epoch 1 does not name the log before it\.$/,
    change: signed(({ statement, earlier }) => {
      const { days, opening } = statement.subscriptions[0]!;
      const size = earlier.get("sub-1")!.length + days.length;
      days.push({ epoch: 1, size, root: opening.ledger_head, reason: "" });
    }, recheck),
  },
  {
    name: "an epoch line of another epoch",
    check: "days",
    text: /^sub-1: epoch 1 is not that of the last epoch line\.$/,
    change: signed(({ statement }) => {
      const { days, opening } = statement.subscriptions[0]!;
      days.push({ epoch: 3, size: 1, root: opening.ledger_head, reason: "" });
    }, recheck),
  },
  {
    name: "subscriptions that are not in order",
    check: "days",
    text: /^Subscription sub-1 is there twice, or not in order\.$/,
    change: signed(({ statement: { subscriptions } }) => {
      subscriptions.reverse();
    }),
  },
  {
    name: "credits without calls that no day has",
    check: "lines",
    text: /^sub-1: there are credits that no day has, without calls\.$/,
    change: signed(({ statement }) => {
      statement.state = "provisional";
      statement.subscriptions[0]!.unproved.credits = 2;
    }),
  },
  {
    name: "a call under another class",
    check: "calls",
    text: /, (charged|free), of sub-1: the statement has/,
    change: signed(({ statement }) => {
      const { usage } = statement.subscriptions[0]!;
      const free = usage.find((one) => one.class === "charged" && one.credits > one.calls) ?? usage[0]!;
      free.calls += 1;
    }),
  },
  {
    name: "a cheaper receipt than the call",
    check: "receipts",
    text: /^The receipt of a call is not that of the file of calls: \S+;\d+;\d+;\S+\.$/,
    change: signed(
      (made, pick) => {
        const one = pick(made.calls.filter((call) => made.receipts.includes(receiptOf(call))));
        one.credits += 1;
        return { seen: "" };
      },
      recount,
      recheck,
    ),
  },
  {
    name: "a smaller log than the seen one",
    check: "consistency",
    text: /^sub-1: you saw \d+ leaves, and this log has \d+ only: it does not continue that one\.$/,
    change: (made) => ({ seen: seenOf(made, 1) }),
  },
  {
    name: "another log than the seen one",
    check: "consistency",
    text: /^sub-1: the \d+ leaves that you saw are not the beginning of this log\.$/,
    change: (made) => ({ seen: seenOf(made, 0) }),
  },
  {
    name: "an earlier epoch than the seen one",
    check: "consistency",
    text: /^sub-1: you saw epoch 2, which is later than epoch 1 of this statement\.$/,
    change: (made) => ({ seen: seenOf(made, 0, 2) }),
  },
];

/** A checkpoint with other leaves than the log of a statement has, and so many more. */
function seenOf({ statement, earlier, key }: Made, more: number, epoch = 1): string {
  const [one] = statement.subscriptions;
  const size = earlier.get(one!.id)!.length + one!.days.length + more;
  const leaves = Array.from({ length: size }, (_, at) => sha256(`${at}`));
  return checkpointOf(`${statement.service}/proof/${one!.id}/${epoch}`, leaves, key);
}

import { z } from "zod";
import { type ConsoleEntry, consoleEntries, inboxKindNames } from "../../../running/inbox-item.ts";
import { bands } from "./arrange.ts";

const moment = z.iso.datetime();
const values = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .describe("What the sentence names, by its code; times are milliseconds UTC, sums minor units.");
const entry = z.enum(consoleEntries).describe("The entry of the console that counts it.");
const kind = z.enum(inboxKindNames).describe("What it is about.");
const found = z.string().describe("What is so, in English.");

const countsByEntry = Object.fromEntries(
  consoleEntries.map((name) => [name, z.int().describe(`Rows of the entry ${name}.`)]),
) as Record<ConsoleEntry, z.ZodInt>;

export const InboxRow = z
  .object({
    id: z.string().describe("The same as long as its cause is; the kind, if the row has several."),
    kind,
    entry,
    band: z
      .enum(bands)
      .describe(
        "`today`: callers are refused, customers wait, or its deadline is within a day. `week`: its deadline is within seven days, or it is a failure without one. `later`: the others.",
      ),
    code: z.string().describe("Which sentence `found` is, for programs and translations."),
    values,
    found,
    consequence: z.string().describe("What happens if it stays so, or what to do, in English."),
    since: moment.nullable().describe("Since when; null before it was noticed, within a minute."),
    deadline: moment.nullable().describe("When something is lost; null if no time is known."),
    cost: z
      .object({
        minor: z.int().describe("The sum, in minor units."),
        currency: z.string().describe("The code of ISO 4217."),
      })
      .nullable()
      .describe("The money that it is about; null if it is about none, or about several currencies."),
    count: z
      .int()
      .describe("How many things it has: all of a kind of which there are more than five are one row."),
    node: z
      .string()
      .nullable()
      .describe("The machine on which it was found; null if it is of the whole installation."),
    action: z
      .object({
        code: z.string().describe("What a person does about it."),
        object: z.string().nullable().describe("The path of the object at which; null for a list."),
      })
      .describe("Its one action."),
    can_put_off: z.boolean().describe("Only rows of `later` can be put off."),
  })
  .meta({ id: "InboxRow" });

const PutOffRow = z.object({
  row: InboxRow.describe("The row, which counts again from `until` on, or when it is no longer `later`."),
  until: moment.describe("Until when it is put off."),
  by: z.string().describe("Who put it off, as in the audit log."),
  by_name: z.string().nullable().describe("The user's name; null for others and for deleted users."),
  reason: z.string().describe("Why."),
});

const ClosedRow = z.object({
  id: z.string().describe("The ID that the row had."),
  kind,
  entry,
  code: z.string().describe("Which sentence `found` is."),
  values,
  found,
  object: z.string().nullable().describe("The path of its object; null if it had none."),
  opened_at: moment.describe("When it was noticed."),
  closed_at: moment.describe("When it was noticed that its cause was gone."),
  by: z.string().nullable().describe("Who did it, as in the audit log; null if it went by itself."),
  by_name: z.string().nullable().describe("The user's name; null for others and for deleted users."),
  action: z
    .string()
    .nullable()
    .describe("The action in the audit log by which it went; null if there is none."),
});

export const Inbox = z
  .object({
    read_at: moment.describe("The time of reading, by the clock of the responding node."),
    total: z.int().describe("The number of rows."),
    today: z.int().describe("How many of them are `today`."),
    counts: z
      .object(countsByEntry)
      .describe("How many rows each entry of the console has; their sum is `total`."),
    rows: z.array(InboxRow).describe("What needs a person, the most urgent first."),
    unread: z
      .array(z.string())
      .describe(
        "The names of checks that could not be read: their rows are missing. The log has the reason.",
      ),
    put_off: z.array(PutOffRow).describe("What is put off, and does not count."),
    closed: z.array(ClosedRow).describe("What went within seven days, the latest first; at most a hundred."),
  })
  .meta({ id: "Inbox" });

export const PutOffDone = z.object({
  id: z.string().describe("The row's ID."),
  until: moment.describe("Until when it is put off."),
  reason: z.string().describe("Why."),
});

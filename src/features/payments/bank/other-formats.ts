import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { type Transfer, transfers } from "../rows/transfer-rows.ts";
import type { BankFile, BankLine } from "./bank-line.ts";
import { inParts } from "./in-parts.ts";
import { areNamesAlike, nameWords } from "./payer-names.ts";

/** A text as formats write it: without signs, spaces, marks, and the two ways of writing umlauts. */
const bare = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/([AOU])E/g, "$1");

/** Where one text contains the other, a shorter one proves nothing. */
const containedMin = 8;

function areTextsAlike(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short === long || (short.length >= containedMin && long.includes(short));
}

const bookedOn = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const keyOf = (day: number, minor: number, currency: string): string => `${day} ${minor} ${currency}`;

/**
 * Bookings that were imported in another format. Formats have other IDs and write texts in other ways: a line is one if
 * account, day and amount are the same, and text and sender do not differ. Each booking is one line.
 */
export class OtherFormats {
  readonly #booked: Map<string, readonly Transfer[]>;
  readonly #taken: Set<string>;

  private constructor(booked: readonly Transfer[], taken: Iterable<string>) {
    this.#booked = Map.groupBy(booked, ({ receivedAt, minor, currency }) =>
      keyOf(receivedAt, minor, currency),
    );
    this.#taken = new Set(taken);
  }

  /** `known`: the IDs of transfers that lines of the file are by their own IDs. */
  static async read(
    db: Queries,
    lines: readonly BankLine[],
    format: BankFile["format"],
    known: Iterable<string>,
  ): Promise<OtherFormats> {
    const days = [...new Set(lines.map(({ day }) => bookedOn(day)))];
    const booked = await inParts(days, (part) =>
      transfers.select(
        db,
        sql`where received_at in (${list(part)}) and provider = 'manual'
          and provider_ref like 'line-%' and source <> ${format} and other_ref is null order by created_at, id`,
      ),
    );
    return new OtherFormats(booked, known);
  }

  /** The transfer that a line is, of another format. */
  of(line: BankLine): Transfer | undefined {
    const all = this.#booked.get(keyOf(bookedOn(line.day), line.minor, line.currency)) ?? [];
    const found = all.find((one) => !this.#taken.has(one.id) && isSame(line, one));
    if (found) this.#taken.add(found.id);
    return found;
  }
}

/** What is absent in one of them proves nothing. */
const differ = (a: string, b: string): boolean => a !== "" && b !== "" && a !== b;

function isSame(line: BankLine, transfer: Transfer): boolean {
  const { ownAccount, senderAccount, sender, reference } = transfer;
  if (differ(line.account, ownAccount) || differ(line.senderAccount, senderAccount)) return false;
  const [text, other] = [bare(line.text), bare(reference)];
  if (text !== "" && other !== "") return areTextsAlike(text, other);
  return (
    (line.senderAccount !== "" && line.senderAccount === senderAccount) ||
    areNamesAlike(nameWords(line.sender), nameWords(sender))
  );
}

import { dayMs } from "../../base/durations.ts";
import { uuidv7 } from "../../base/ids.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { emailKey } from "../../management/common/user-resource.ts";
import type { Mailer, MailRecipient } from "../../outbox/account-mails.ts";
import { mailer } from "../../running/account-ports.ts";
import type { Opened } from "../../running/opened.ts";
import { type Gives, give } from "../../running/ports.ts";
import type { Sample } from "../../telemetry/metrics/families.ts";
import { readMailState } from "./mail-state.ts";
import { eraseMails } from "./sending/mail-decisions.ts";
import { mailContext, mails } from "./sending/mail-rows.ts";
import { passOver } from "./sending/make-mails.ts";
import type { Sender } from "./sending/sender.ts";
import type { ConfiguredMail } from "./settings.ts";
import type { OwnMailData } from "./texts/account-kinds.ts";

/** Operators can read a sent mail for this time. */
const keptMs = 60 * dayMs;
const rowsAtOnce = 500;

/** What sends mails in this process, if the settings name a server. */
export interface Sending {
  readonly mail: ConfiguredMail;
  readonly sender: Sender;
}

/** Writes and sends mails. Without a server it only keeps the tables small. */
export class Mails implements Opened {
  readonly sending: Sending | undefined;
  readonly gives: Gives;
  readonly #context: Context;

  constructor(context: Context, sending: Sending | undefined) {
    this.#context = context;
    this.sending = sending;
    const written: Mailer = {
      write: async (tx, now, to, { kind, data }) => {
        await this.write(tx, now, to, kind, data);
      },
      async addressConfirmed(tx, address) {
        await unmark(tx, address);
      },
    };
    this.gives = new Map(sending ? [give(mailer, written)] : []);
  }

  /** Writes a mail that no event causes. Resolves to its ID. */
  async write(
    tx: Queries,
    now: number,
    { userId, address }: MailRecipient,
    kind: keyof OwnMailData,
    data: object,
  ): Promise<string> {
    const id = `acc_${uuidv7(now)}`;
    const sealed = this.#context.identity.vault.seal(JSON.stringify(data), mailContext(id));
    await mails.insert(tx, { id, kind, userId, address, dueAt: now, sealed, createdAt: now });
    return id;
  }

  start(): void {
    this.sending?.sender.start();
  }

  samples(): Sample[] {
    if (!this.sending) return [];
    const { sent, failed } = this.sending.sender.counts;
    return [
      ["vingate_mail_attempts_total", 'result="sent"', sent],
      ["vingate_mail_attempts_total", 'result="failed"', failed],
    ];
  }

  async sharedSamples(): Promise<Sample[]> {
    if (!this.sending) return [];
    const { waiting, lateMs } = await readMailState(this.#context.database, this.#context.clock());
    return [
      ["vingate_mail_waiting", "", waiting],
      ["vingate_mail_late_seconds", "", lateMs / 1000],
    ];
  }

  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await eraseMails(tx, userId);
  }

  async tidyUp(now: number): Promise<void> {
    const { database } = this.#context;
    if (!this.sending) await passOver(database, now);
    await database.run(sql`
      delete from mail where id in (
        select id from mail where created_at < ${now - keptMs} order by created_at limit ${rowsAtOnce})`);
  }

  async close(): Promise<void> {
    await this.sending?.sender.close();
  }
}

/** Lets an address get mail again. Resolves to whether it was marked. */
export async function unmark(tx: Queries, address: string): Promise<boolean> {
  return (await tx.run(sql`delete from mail_address where address_key = ${emailKey(address)}`)) > 0;
}

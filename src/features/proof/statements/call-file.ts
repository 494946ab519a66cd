import { once } from "node:events";
import { createGzip } from "node:zlib";
import type { Context } from "../../../calls/context.ts";
import { sendPieces, type UnsentSource } from "../../../http/unsent.ts";
import { callIdText } from "../../../metering/requests/call-id.ts";
import { startOf } from "../days/calendar.ts";
import { cutsOf, provedCalls } from "../days/proved-calls.ts";
import { TenureIndex, tenuresOf } from "../days/tenures.ts";
import { isDay, type Statement } from "./statement.ts";

/** Sends the calls of a statement's days in the documented format. */
export function callFile(context: Context, { account, subscriptions }: Statement): UnsentSource {
  let isCut = false;
  return {
    async produce(writer) {
      const gzip = createGzip();
      const pieces: Buffer[] = [];
      gzip.on("data", (piece: Buffer) => pieces.push(piece));
      const send = async () => {
        for (const piece of pieces.splice(0)) await sendPieces(writer, new Uint8Array(piece));
      };
      for await (const text of linesOf(context, account.id, subscriptions)) {
        if (isCut) break;
        if (!gzip.write(text)) await once(gzip, "drain");
        await send();
      }
      gzip.end();
      await once(gzip, "end");
      await send();
    },
    cancel() {
      isCut = true;
    },
  };
}

async function* linesOf(
  { database, requestLog }: Context,
  userId: string,
  subscriptions: Statement["subscriptions"],
): AsyncGenerator<string> {
  for (const { id: subscription, days } of subscriptions) {
    const tenures = new TenureIndex(await tenuresOf(database, subscription));
    for (const { day } of days.filter(isDay)) {
      const caller = { subscriptionId: subscription, userId };
      const log = tenures.logOf({ ...caller, at: startOf(day) }, day);
      for await (const calls of provedCalls(database, requestLog, await cutsOf(database, day), caller))
        yield calls
          .filter((call) => tenures.logOf(call, day) === log)
          .map(({ journalId, seq, at, operation, status, credits, digest }) => {
            const call = callIdText({ journalId, seq });
            return `${JSON.stringify({ subscription, day, call, at, operation, status, credits, digest })}\n`;
          })
          .join("");
    }
  }
}

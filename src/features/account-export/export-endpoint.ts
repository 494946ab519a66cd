import { z } from "zod";
import { auditContext, recordAudit } from "../../access/audit.ts";
import { isoTime } from "../../base/clock.ts";
import { Shares } from "../../base/shares.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { attachedAs } from "../../http/attachment.ts";
import { isOperator } from "../../http/caller.ts";
import { type Client, limitedNetworkOf } from "../../http/client-address.ts";
import type { Call, StreamedAnswer } from "../../http/endpoint.ts";
import { conflict, tooManyCalls } from "../../http/errors.ts";
import { entityId } from "../../management/common/identifiers.ts";
import { findUser, requireAccount, userMissing } from "../../management/common/user-resource.ts";
import { sendZip } from "../../management/common/zip.ts";
import { exportedFiles } from "./exported-files.ts";

/** Exports at a time of a node, of an account, and of a network, which can have many accounts. */
const bounds = { each: 1, all: 16 };
const running = new Shares();
const networkBounds = { each: 2, all: 16 };
const ofNetworks = new Shares();

export const accountExportEndpoints = [
  endpoint({
    id: "exportAccount",
    effect: "enter",
    method: "GET",
    path: "/users/{id}/export",
    tag: "Users",
    summary: "Download all that the service has of an account, as a ZIP file",
    description:
      "The same answers as of the operations that read the account, as lines of JSON and PDF: subscriptions with ledgers, calls of the request log, statements, invoices, payments, members, sessions. Secrets are not in it. `not-included.ndjson` says what could not be read. An account has one export at a time.",
    extension: true,
    audience: "customer",
    permission: "account.close",
    params: z.object({ id: entityId }),
    types: ["application/zip"],
    errors: ["not_found", "conflict", "rate_limited"],
    readsUsage: true,
    answers: "stream",
    handle: exportAccount,
  }),
];

async function exportAccount(context: Context, call: Call<{ id: string }>): Promise<StreamedAnswer> {
  const { id } = call.params;
  requireAccount(call.caller, id, "account.close");
  // Many reads are of the account that the session acts for, whoever signed in.
  if (!isOperator(call.caller) && call.caller.kind === "user" && call.caller.userId !== id)
    throw conflict("Choose this account first: the session acts for another one.");
  const { database, clock } = context;
  const account = await findUser(database, id);
  if (!account || account.state === "deleted") throw userMissing(id);
  const { unsent } = context.responses;
  const release = unsent.isFull(id) ? undefined : takePlace(id, isOperator(call.caller) ? undefined : call);
  if (release === undefined) throw tooManyCalls("Another export is being made. Retry when it has ended.", 5);
  try {
    await database.transaction((tx) =>
      recordAudit(tx, { ...auditContext(context, call), action: "user.export", object: `/users/${id}` }),
    );
  } catch (error) {
    release();
    throw error;
  }
  const { signal } = call.request!;
  const body = unsent.stream(
    { client: id, signal },
    {
      produce: (writer) =>
        sendZip(writer, exportedFiles({ context, call, accountId: id }), clock()).finally(release),
      cancel: release,
    },
  );
  const name = `account-${isoTime(clock()).slice(0, 10)}.zip`;
  return {
    body,
    type: "application/zip",
    headers: attachedAs(name),
  };
}

/** What gives the place of an export back; undefined if there is none. Without a client no network is counted. */
function takePlace(id: string, client: Client | undefined): (() => void) | undefined {
  const network = client && limitedNetworkOf(client);
  if (running.take(id, 1, bounds) !== undefined) return undefined;
  if (network !== undefined && ofNetworks.take(network, 1, networkBounds) !== undefined) {
    running.release(id, 1);
    return undefined;
  }
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    running.release(id, 1);
    if (network !== undefined) ofNetworks.release(network, 1);
  };
}

import { sql } from "../../src/database/sql.ts";
import type { OperatorRole } from "../../src/http/caller.ts";
import { noteFindings } from "../../src/management/system/checks/check-service.ts";
import { noteItems } from "../../src/management/system/inbox/stored-items.ts";
import { beat } from "../../src/management/system/node-heartbeat.ts";
import { signedIn } from "../callers.ts";
import type { Kind } from "../database/databases.ts";
import { type Account, signUp, startService } from "../harness.ts";

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly found: string;
  readonly since: string | null;
}
interface Read {
  readonly total: number;
  readonly today: number;
  readonly counts: Record<string, number>;
  readonly rows: readonly Row[];
  readonly unread: readonly string[];
  readonly put_off: readonly Record<string, unknown>[];
  readonly closed: readonly Record<string, unknown>[];
}

/** A service with an operator of each role, whose node has run the doctor. */
export async function startInbox(kind: Kind) {
  const service = await startService(kind);
  const { app } = service;
  const db = app.database;
  const roles = new Map<OperatorRole, Account>();
  for (const role of ["owner", "support", "billing", "data"] as const) {
    const account = await signUp(service);
    await db.run(sql`
      update app_user set role = 'operator', operator_role = ${role} where id = ${account.userId}`);
    roles.set(role, account);
  }
  /** A session that still counts at this time. */
  const as = (role: OperatorRole) => signedIn(service, roles.get(role)!);
  const read = async (role: OperatorRole = "owner"): Promise<Read> => {
    const got = await service.ask("GET", "/system/inbox", { headers: await as(role) });
    if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
    return got.body as Read;
  };
  await beat(app);
  await noteFindings(app, []);
  return {
    service,
    db,
    roles,
    read,
    found: async (kindOf: string) => (await read()).rows.filter((row) => row.kind === kindOf),
    note: () => noteItems(app),
    putOff: async (id: string, role: OperatorRole = "owner", json: unknown = { reason: "It can wait." }) =>
      service.ask("POST", `/system/inbox/${id}/put-off`, { headers: await as(role), json }),
    /** What the doctor finds on this node. */
    findings: (results: Parameters<typeof noteFindings>[1]) => noteFindings(app, results),
    async later(ms: number) {
      service.advance(ms);
      await beat(app);
    },
  };
}

export type InboxService = Awaited<ReturnType<typeof startInbox>>;

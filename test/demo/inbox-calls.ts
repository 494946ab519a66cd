import type { Context } from "../../src/calls/context.ts";
import { sql } from "../../src/database/sql.ts";
import { noteFindings } from "../../src/management/system/checks/check-service.ts";
import { beat } from "../../src/management/system/node-heartbeat.ts";
import { warning } from "../../src/running/check.ts";
import { customerCalls } from "./customer-calls.ts";

/** What needs an operator, what can wait, and one search. */
export const inboxCalls = [
  ...customerCalls,
  {
    operation: "putOffInboxRow",
    prepare: async (context: Context) => {
      await beat(context);
      await noteFindings(context, [
        {
          name: "public URL",
          ...warning(
            "http://api.example.com is not encrypted: keys and passwords can be read on their way",
            "Use TLS (VINGATE_TLS_CERT), or a proxy with TLS and an https:// address in VINGATE_PUBLIC_URL.",
          ),
        },
      ]);
      // The example has one row of each list.
      await context.database.run(sql`
        update subscription set state = 'submitted' where id = (select min(id) from subscription where state = 'active')`);
    },
    params: () => ({ id: "check.public-url" }),
    json: () => ({ reason: "The proxy gets its certificate on Monday." }),
  },
  { operation: "getInbox" },
  { operation: "search", json: () => ({ text: "fleet" }) },
  { operation: "searchAccount", params: () => ({ id: "acme" }), json: () => ({ text: "fleet" }) },
] as const;

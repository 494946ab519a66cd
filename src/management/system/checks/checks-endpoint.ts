import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { json } from "../../../http/endpoint.ts";
import { withoutItem } from "../../../running/check.ts";
import { checkService } from "./check-service.ts";

const Check = z
  .object({
    name: z.string().describe("What was checked."),
    state: z
      .enum(["ok", "warning", "fault"])
      .describe("`warning`: it works, and should be changed. `fault`: something does not work, or will not."),
    found: z.string().describe("What the check found."),
    advice: z.string().nullable().describe("What to do; null if there is nothing to do."),
  })
  .meta({ id: "InstallationCheck" });

export const checksEndpoints = [
  endpoint({
    id: "checkInstallation",
    method: "GET",
    path: "/system/checks",
    tag: "System",
    summary: "Check the installation: settings, files, disk, database, clocks, network, data, backups",
    description:
      "The checks of `vingate doctor`, on the responding node. The consistency check is not run; its last result is shown.",
    audience: "operator",
    permission: "service.view",
    response: z.object({
      checked_at: z.iso.datetime().describe("When the checks ran, by the clock of the responding node."),
      checks: z.array(Check).describe("Every check."),
    }),
    extension: true,
    handle: checkInstallation,
  }),
];

async function checkInstallation(context: Context) {
  const checks = await checkService(context);
  return json({ checked_at: isoTime(context.clock()), checks: checks.map(withoutItem) });
}

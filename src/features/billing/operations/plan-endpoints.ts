import { z } from "zod";
import { requireNotHeld } from "../../../calls/change.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { isOperator } from "../../../http/caller.ts";
import { type Answer, json } from "../../../http/endpoint.ts";
import { conflict } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { withLeasesReturned } from "../../../management/subscriptions/returned-leases.ts";
import {
  findSubscription,
  lockSubscription,
  requireSubscription,
} from "../../../management/subscriptions/subscription-resource.ts";
import { opened } from "../../../running/opened.ts";
import { isTimeZone } from "../../offers/calendar/periods.ts";
import { findOfferVersion } from "../../offers/stored-offers.ts";
import { Billing } from "../billing.ts";
import { resumePlan, stopPlan } from "../plans/begin-plan.ts";
import { schedule } from "../plans/change-plan.ts";
import { setCap } from "../plans/set-cap.ts";
import type { Plan } from "../rows/plan.ts";
import { writePlans } from "../rows/plan-rows.ts";
import { changeEndpoint } from "./change-endpoint.ts";
import {
  auditForm,
  auditPlan,
  type Locked,
  lockForCaller,
  type PlanCall,
  requireNotLapsed,
  requirePlan,
} from "./plan-access.ts";
import { shownFor, viewPlan } from "./plan-view.ts";
import { PlanOutput } from "./schemas.ts";

const CapRequest = z
  .strictObject({
    cap: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .describe("Credits beyond those of the plan that a period can use at most; 0: none."),
  })
  .meta({ id: "OverageRequest", example: { cap: 5000 } });

const ZoneRequest = z
  .strictObject({
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, "must be a time zone of the IANA, such as Europe/Prague")
      .describe("Periods that are stored already do not change: the next one begins where they end."),
  })
  .meta({ id: "TimeZoneRequest", example: { time_zone: "Europe/Prague" } });

const common = {
  tag: "Subscriptions",
  audience: "customer",
  extension: true,
  params: z.object({ id: entityId }),
  response: PlanOutput,
  errors: ["not_found", "conflict"],
} as const;

const lock = (tx: Queries, { id }: { id: string }) => lockSubscription(tx, id);

export const planEndpoints = [
  endpoint({
    ...common,
    id: "getPlan",
    exported: "subscriptions/{id}/plan",
    permission: "credits.view",
    method: "GET",
    path: "/subscriptions/{id}/plan",
    summary: "Read a subscription's plan, its next renewal, and what each change costs",
    errors: ["not_found"],
    handle: getPlan,
  }),
  changeEndpoint,
  endpoint({
    ...common,
    id: "keepPlan",
    permission: "plans.change",
    method: "DELETE",
    path: "/subscriptions/{id}/plan/change",
    summary: "Withdraw a scheduled change of plan or end of renewals",
    lock,
    handle: (context: Context, call: PlanCall) =>
      change(context, call, "plan.keep", async (tx, { how, ...locked }) => {
        const plan = requirePlan({ how, ...locked });
        if (plan.changeNumber === null) throw conflict("No change is scheduled. Nothing was changed.");
        return schedule(tx, plan, undefined, how.now);
      }),
  }),
  endpoint({
    ...common,
    id: "putOverage",
    whileHeld: true,
    permission: "spending.change",
    method: "PUT",
    path: "/subscriptions/{id}/overage",
    summary: "Set the credits beyond the plan's that a period can use at most",
    description:
      "They are spent last and paid afterwards. A raise is in the balance immediately; a lower cap removes what is left above it. 409 above the offer's `cap_max`.",
    lock,
    body: CapRequest,
    handle: putOverage,
  }),
  endpoint({
    ...common,
    id: "putTimeZone",
    permission: "plans.change",
    method: "PUT",
    path: "/subscriptions/{id}/time-zone",
    summary: "Set the time zone in which a plan's periods begin",
    lock,
    body: ZoneRequest,
    handle: (context: Context, call: PlanCall<z.output<typeof ZoneRequest>>) =>
      change(context, call, "plan.time_zone", async (tx, locked) => {
        const plan = { ...requirePlan(locked), timeZone: call.body.time_zone };
        await writePlans(tx, [plan]);
        return plan;
      }),
  }),
  endpoint({
    ...common,
    id: "pausePlan",
    whileHeld: true,
    permission: "plans.change",
    method: "POST",
    path: "/subscriptions/{id}/pause",
    summary: "Pause a plan: no further period starts until it is resumed",
    description: "Credits stay until they expire. A scheduled change is withdrawn.",
    idempotent: true,
    handle: (context: Context, call: PlanCall) =>
      change(context, call, "plan.pause", async (tx, { how, ...locked }) => {
        const plan = requirePlan({ how, ...locked });
        if (plan.state !== "active")
          throw conflict(`The plan is ${plan.state} already. Nothing was changed.`);
        return stopPlan(tx, plan, "paused", how.now);
      }),
  }),
  endpoint({
    ...common,
    id: "resumePlan",
    permission: "plans.change",
    method: "POST",
    path: "/subscriptions/{id}/resume",
    summary: "Resume a plan that is paused or has lapsed",
    description:
      "If its last period has ended, the next one starts now, and the day of renewals is today's from then on.",
    idempotent: true,
    handle: (context: Context, call: PlanCall) =>
      change(context, call, "plan.resume", async (tx, { how, ...locked }) => {
        const plan = requirePlan({ how, ...locked });
        if (plan.state === "active") throw conflict("The plan is active already. Nothing was changed.");
        requireNotLapsed(plan, call);
        return resumePlan(tx, plan, how);
      }),
  }),
];

async function getPlan(context: Context, call: PlanCall): Promise<Answer> {
  const { id } = call.params;
  requireSubscription(await findSubscription(context.database, id), id, call.caller);
  return shown(context.database, context, call);
}

const shown = async (db: Queries, context: Context, call: PlanCall): Promise<Answer> =>
  json(await viewPlan(db, call.params.id, await shownFor(db, context, call.caller)));

function change(
  context: Context,
  call: PlanCall,
  action: string,
  work: (tx: Queries, locked: Locked) => Promise<Plan>,
): Promise<Answer> {
  return call.change(async (tx) => {
    const locked = await lockForCaller(tx, context, call);
    const after = await work(tx, locked);
    await auditPlan(tx, context, call, action, { before: auditForm(locked.plan), after: auditForm(after) });
    return shown(tx, context, call);
  });
}

function putOverage(context: Context, call: PlanCall<z.output<typeof CapRequest>>) {
  const { id } = call.params;
  const { cap } = call.body;
  const set = () =>
    change(context, call, "plan.overage", async (tx, { how, ...locked }) => {
      const plan = requirePlan({ how, ...locked });
      if (cap > plan.cap) requireNotHeld(context);
      const offer = await findOfferVersion(tx, plan.productId, plan.offerVersion);
      const most = offer?.overage_cap_max ?? 0;
      if (cap > most)
        throw conflict(
          most === 0
            ? "The plan has no credits beyond its own. Nothing was changed."
            : `At most ${most} with this plan. Nothing was changed.`,
        );
      if (cap > plan.cap && !isOperator(call.caller) && offer?.overage_minor)
        await opened(context, Billing).beginning.requireSold(tx, locked.subscription.ownerId);
      return setCap(tx, plan, cap, how.now);
    });
  return withLeasesReturned(context, id, set);
}

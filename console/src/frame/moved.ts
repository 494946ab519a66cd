import { actingOf } from "../api/account.ts";
import { prepareAccounts } from "../api/accounts.ts";
import { type Session, sessionStore } from "../api/session.ts";
import { takeOverSession } from "../api/session-handover.ts";
import type { PageParams } from "../parts/page.ts";
import type { Address } from "../parts/router.tsx";
import { type BySide, sides } from "../parts/side-paths.ts";
import { paramsIn } from "./find-page.ts";

const below = ({ operator, customer }: BySide, rest: string): BySide => ({
  operator: operator + rest,
  customer: customer + rest,
});

const deliveries = below(sides.webhooks, "/$webhook?event=$event");

/**
 * Former addresses and where their pages are now. Mails contain them, so they stay for good. A search in a former
 * address must be there, and goes.
 */
const moves: Readonly<Record<string, string | BySide>> = {
  "/overview": sides.home,
  "/quick-start": "/home?start=1",
  "/lists": "/look-up?tab=lists",
  "/users": "/customers",
  "/users/$user": "/customers/$user",
  "/users/$user/statements": "/customers/$user?tab=billing",
  "/users/$user/statements/$month": "/customers/$user/statements/$month",
  "/customers/$user/statements": "/customers/$user?tab=billing",
  "/subscriptions": "/customers",
  "/products": "/plans",
  "/products/$plan": "/plans/$plan",
  "/offers": "/plans",
  "/offers/$plan": "/plans/$plan#price",
  "/plans?view=prices": "/plans",
  "/plans/$plan?tab=price": "/plans/$plan#price",
  "/statements": "/billing#invoices",
  "/billing?tab=statements": "/billing#invoices",
  "/billing?tab=plans": "/billing#plan",
  "/statements/$month": "/billing/statements/$month",
  "/payments": "/money",
  "/payments/$payment": below(sides.payments, "/$payment"),
  "/bank-file": "/money/bank-file",
  "/renewals": "/money?state=due",
  "/papers": "/money",
  "/money?view=periods": "/money?state=due",
  "/money?view=papers": "/money",
  // The operator's list of plans has the address at which customers chose one.
  "/plans": { operator: "/plans", customer: "/billing#plan" },
  "/requests": "/calls",
  "/usage": "/calls?by=api",
  "/calls?view=usage": "/calls?by=api",
  "/datasets": "/data",
  "/datasets/$family": "/data/$family",
  "/audit": "/settings/audit",
  "/brand": "/settings/brand",
  "/mail": "/settings/mail",
  "/roles": "/settings/roles",
  "/system": "/settings/system",
  "/terms": "/settings/terms",
  "/webhooks": sides.webhooks,
  "/webhooks/$webhook": below(sides.webhooks, "/$webhook"),
  "/webhooks/$webhook/deliveries/$event": deliveries,
  "/alerts/$webhook/deliveries/$event": deliveries,
  "/settings/webhooks/$webhook/deliveries/$event": deliveries,
  "/watches": { operator: sides.webhooks.operator, customer: "/alerts?tab=watches" },
  "/alerts": sides.webhooks,
  "/alerts/$webhook": below(sides.webhooks, "/$webhook"),
  "/members": "/account?tab=members",
  "/profile": "/me",
  "/security": "/me?tab=security",
  "/reference": "/docs/reference",
  "/assistants": "/docs/assistants",
};

/** Where the page of a former address is now, with its search; undefined for an address that stays. */
export function movedTo(address: Address): string | undefined | Promise<string | undefined> {
  for (const [former, to] of Object.entries(moves)) {
    const [from = "", query] = former.split("?");
    const params = paramsIn(from, address.pathname);
    const search = params && without(address.search, query);
    if (!search) continue;
    if (typeof to === "string") return addressOf(to, params, search);
    const session = sessionStore.get();
    const moving = { ...address, search };
    return session ? placeFor(session, to, params, moving) : afterTakingOver(to, params, moving);
  }
  return undefined;
}

/** A search without the parameters of a former address; undefined if it lacks one. */
function without(search: Address["search"], query = ""): Address["search"] | undefined {
  const own = new URLSearchParams(query);
  if ([...own].some(([name, value]) => search[name] !== value)) return undefined;
  return Object.fromEntries(Object.entries(search).filter(([name]) => !own.has(name)));
}

async function afterTakingOver(
  to: BySide,
  params: PageParams,
  address: Address,
): Promise<string | undefined> {
  await takeOverSession();
  await prepareAccounts();
  const session = sessionStore.get();
  if (session) return placeFor(session, to, params, address);
  // After the sign-in the address is opened again.
  const next = addressOf(address.pathname, {}, address.search);
  return addressOf("/sign-in", {}, { next });
}

function placeFor(session: Session, to: BySide, params: PageParams, { pathname, search }: Address) {
  const place = to[actingOf(session).role];
  return addressOf(place, params, {}) === pathname ? undefined : addressOf(place, params, search);
}

/** A path with its parameters and its search, and the search that the former address had. */
function addressOf(to: string, params: PageParams, search: Address["search"]): string {
  const whole = to.replace(/\$(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const [, path = "", own, hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(whole) ?? [];
  const all = new URLSearchParams({ ...search, ...Object.fromEntries(new URLSearchParams(own)) });
  return path + (all.size > 0 ? `?${all}` : "") + hash;
}

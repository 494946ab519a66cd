import { ApiError, type Vingate } from "../../../sdk/typescript/src/index.ts";
import { argumentsOf, UsageError } from "../../cli/command.ts";
import type { Command } from "../../feature.ts";
import { exampleVin } from "../../vehicles/families/examples.ts";
import { exitCodes, exitCodesHelp, serviceHelp, serviceOption, withAnswer } from "./service.ts";

export const usageCommand: Command = {
  help: `Usage: vingate usage [--json] [--service NAME]

Shows what the key of vingate login has: the credits of its subscription, the limits of its
plan, and the calls of each API in the last seven days. Free; it counts once towards a rate
limit. The console shows single calls and reports.

Options:
  --json          Print JSON on a terminal, too; an error is JSON on standard error.
${serviceHelp}

${exitCodesHelp}

Examples:
  vingate usage
  vingate usage --json`,
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, { ...serviceOption, json: { type: "boolean" } });
    if (positionals.length > 0) throw new UsageError("usage takes no arguments");
    return withAnswer("usage", env, values, async ({ login, client, output }) => {
      const { subscription_id, credits } = await client.balance();
      const [limits, calls] = await Promise.all([limitsOf(client), callsOf(client)]);
      const usage = { url: login.url, subscription_id, credits, ...limits, ...calls };
      if (output.isTable) output.table(shown(usage));
      else output.json(usage);
      return exitCodes.done;
    });
  },
};

/** A limit of the plan: `calls` or `bytes` per `window_s` seconds; without a window it never renews. */
interface Limit {
  readonly name: string;
  readonly calls?: number;
  readonly bytes?: number;
  readonly window_s: number | null;
}

interface Limits {
  readonly limits: readonly Limit[];
  /** Calls of the rate limit that are left now; null without one. */
  readonly rate_left: number | null;
  readonly quota_used_up: boolean;
}

/** Calls of the last seven days, of all keys but those for tests. */
interface Calls {
  readonly apis: readonly { readonly api: string; readonly calls: number; readonly credits: number }[];
}

interface Usage extends Partial<Limits>, Partial<Calls> {
  readonly url: string;
  readonly subscription_id: string;
  readonly credits: Awaited<ReturnType<Vingate["balance"]>>["credits"];
}

/** The limits in the headers of a free call. */
function limitsOf(client: Vingate): Promise<Limits | undefined> {
  return unlessUnknown(async () => {
    const { body, info } = await client.getCoverage(exampleVin).withInfo();
    const [, left] = /;r=(\d+)/.exec(info.headers.get("ratelimit") ?? "") ?? [];
    return {
      limits: policiesIn(info.headers.get("ratelimit-policy") ?? ""),
      rate_left: left === undefined ? null : Number(left),
      quota_used_up: body.data.quota_used_up,
    };
  });
}

function callsOf(client: Vingate): Promise<Calls | undefined> {
  return unlessUnknown(async () => {
    const { items } = await client.reportOfKey({ page_size: 1000 });
    return {
      apis: items.map(({ api_id: api, call_count_total: calls, credits }) => ({ api, calls, credits })),
    };
  });
}

/** What an operation returns; nothing of an earlier service, which has no such operation. */
async function unlessUnknown<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** The items of `RateLimit-Policy`. */
function policiesIn(header: string): Limit[] {
  return [...header.matchAll(/"(\w+)";q=(\d+)([^,]*)/g)].map(([, name = "", amount, rest = ""]) => {
    const [, window] = /;w=(\d+)/.exec(rest) ?? [];
    const count = Number(amount);
    const measured = rest.includes("content-bytes") ? { bytes: count } : { calls: count };
    return {
      name: name === "default" ? "rate" : name,
      ...measured,
      window_s: window ? Number(window) : null,
    };
  });
}

const seconds: readonly (readonly [number, string])[] = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
];

function windowText(window: number | null): string {
  if (window === null) return "in all";
  const [size, unit] = seconds.find(([one]) => window % one === 0) ?? [1, "second"];
  const count = window / size;
  return count === 1 ? `per ${unit}` : `per ${count} ${unit}s`;
}

const number = (value: number): string => value.toLocaleString("en");

/** The rows of the table. */
function shown({ url, subscription_id, credits, limits, rate_left, quota_used_up, apis }: Usage) {
  const left =
    credits.remaining === null
      ? "unlimited"
      : `${number(credits.remaining)} left of ${number(credits.granted)}`;
  const rows: Record<string, unknown> = {
    service: url,
    subscription: subscription_id,
    credits: `${left}, ${number(credits.used)} used`,
  };
  for (const { name, calls, bytes, window_s } of limits ?? []) {
    const amount = calls === undefined ? `${number(bytes!)} bytes` : `${number(calls)} calls`;
    const now = name === "rate" && rate_left != null ? `, ${number(rate_left)} left now` : "";
    rows[name === "rate" ? "rate limit" : name] = `${amount} ${windowText(window_s)}${now}`;
  }
  if (quota_used_up) rows["quota state"] = "used up: lookups are refused";
  if (apis?.length) rows["calls of 7 days"] = apis;
  return rows;
}

import { X509Certificate } from "node:crypto";
import { hourMs, minuteMs } from "../../base/durations.ts";
import { errorFields } from "../../base/log.ts";
import type { Context } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import type { OutboundGuard } from "../../outbound/guard.ts";
import { filesOf, readFiles, writeFiles } from "./certificate-files.ts";
import type { SharedCertificate } from "./shared-certificate.ts";

const everyMs = 10_000;
const orderMs = 10 * minuteMs;
// Let's Encrypt refuses a name after five failed orders in an hour.
const retryMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs] as const;

export interface RenewalSetup {
  readonly names: readonly [string, ...string[]];
  readonly shared: SharedCertificate;
  readonly guard: OutboundGuard;
  /** The files of this machine have another certificate. */
  readonly changed: () => void;
}

type Needed = Pick<Context, "clock" | "config" | "database" | "log">;

/** When a third of its lifetime is left. */
function renewalAt(chain: string): number {
  const { validFrom, validTo } = new X509Certificate(chain);
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  return to - Math.floor((to - from) / 3);
}

/** Copies the certificate that some node received to this machine. */
async function copy({ config }: Needed, { shared, changed }: RenewalSetup): Promise<void> {
  const files = filesOf(config);
  const [found, kept] = [await shared.read(), await readFiles(files)];
  if (!found || (found.cert === kept?.cert && found.key === kept.key)) return;
  await writeFiles(files, found);
  changed();
}

/** Only who orders needs the library, some megabytes. */
const loadOrder = () => import("./order.ts");

/** Whether a certificate was issued. */
async function orderIfDue(
  { clock, config, database, log }: Needed,
  { names, shared, guard }: RenewalSetup,
): Promise<boolean> {
  const claim = await shared.claim(clock(), clock() + orderMs, async () => (await loadOrder()).newKey());
  if (!claim) return false;
  try {
    const { orderCertificate } = await loadOrder();
    const made = await orderCertificate({
      directory: config.acmeDirectory,
      email: config.acmeEmail,
      names,
      guard,
      accountKey: claim.accountKey,
      async publish(token, authorization) {
        await database.run(sql`
          insert into acme_challenge (token, key_authorization, created_at)
          values (${token}, ${authorization}, ${clock()}) on conflict (token) do nothing`);
      },
      async withdraw(token) {
        await database.run(sql`delete from acme_challenge where token = ${token}`);
      },
    });
    await shared.issued(made, renewalAt(made.cert));
    log.info("certificate issued", {
      names: names.join(", "),
      expires: new X509Certificate(made.cert).validTo,
    });
    return true;
  } catch (error) {
    const pause = retryMs[Math.min(claim.failures, retryMs.length - 1)]!;
    await shared.failed(clock() + pause);
    log.error("no certificate was issued", {
      names: names.join(", "),
      problem: (error as Error).message,
      check: `every name must lead to port ${config.acmeHttpPort} of this service`,
      retry_minutes: pause / minuteMs,
    });
    return false;
  }
}

async function step(context: Needed, setup: RenewalSetup): Promise<void> {
  await copy(context, setup);
  if (await orderIfDue(context, setup)) await copy(context, setup);
}

/** Renews the certificate when it is due, on one of all nodes, until the returned function is called. */
export function startRenewal(context: Needed, setup: RenewalSetup): () => void {
  let running = false;
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    await step(context, setup).catch((error) =>
      context.log.warn("cannot look after the certificate", errorFields(error)),
    );
    running = false;
  };
  void run();
  const timer = setInterval(run, everyMs);
  return () => clearInterval(timer);
}

import { Vingate } from "../../../sdk/typescript/src/index.ts";
import { argumentsOf, UsageError } from "../../cli/command.ts";
import { plainText } from "../../cli/terminal/text.ts";
import type { Command } from "../../feature.ts";
import { signatureHeaders } from "../../outbox/signature.ts";
import {
  exitCodes,
  exitCodesHelp,
  requireLogin,
  ServiceFailure,
  serviceHelp,
  serviceOption,
  withFailures,
} from "./service.ts";

const pollMs = 1000;
const forwardMs = 10_000;
/** Events of one look: more in a second are read in the next ones. */
const pageSize = 100;

export const webhooksListenCommand: Command = {
  help: `Usage: vingate webhooks listen --forward-to URL [--webhook ID] [--service NAME]

Sends the events of a webhook to an address of this machine, too, until it is interrupted. They
are signed with the webhook's secret as the service signs them, so that the code under test
verifies what it will get. The webhook needs no reachable address yet; one that is not confirmed
gets no "dataset.changed" and "watch.changed". The deliveries of the service itself do not change.

VINGATE_TOKEN contains an access token of the webhook's owner: create one in the console.

Options:
  --forward-to URL  Where to send events, such as http://127.0.0.1:3000/hooks.
  --webhook ID      The webhook, if there are several.
${serviceHelp}

${exitCodesHelp}

Examples:
  VINGATE_TOKEN=… vingate webhooks listen --forward-to http://127.0.0.1:3000/hooks`,
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, {
      ...serviceOption,
      "forward-to": { type: "string" },
      webhook: { type: "string" },
    });
    if (positionals.length > 0) throw new UsageError("webhooks listen takes options only");
    const target = URL.parse(values["forward-to"] ?? "");
    if (!target || !/^https?:$/.test(target.protocol))
      throw new UsageError("--forward-to takes the URL that gets the events");
    return withFailures("webhooks listen", async () => {
      const token = env.VINGATE_TOKEN;
      if (!token)
        throw new ServiceFailure(
          "There is no access token. Create one in the console and put it in VINGATE_TOKEN.",
          exitCodes.refused,
        );
      const { url } = requireLogin(env, values.service);
      const service = new Vingate({ url, key: "", token, retries: 5, headers: { "user-agent": "vingate" } });
      const webhook = await webhookOf(service, values.webhook);
      const params = { webhook_id: webhook.id };
      const secrets = await service.request("POST /webhooks/{webhook_id}/listSecrets", { params });
      // Before the message: an event that comes after it is new.
      let seen = new Set((await deliveriesOf(service, webhook.id)).map(({ event_id: id }) => id));
      process.stderr.write(`Events of ${plainText(webhook.url)} go to ${target.href}. Ctrl-C ends.\n`);
      let isEnded = false;
      const end = () => {
        isEnded = true;
      };
      process.once("SIGINT", end);
      process.once("SIGTERM", end);
      while (!isEnded) {
        await Bun.sleep(pollMs);
        const deliveries = await deliveriesOf(service, webhook.id);
        for (const { event_id: id } of deliveries.toReversed()) {
          if (seen.has(id) || isEnded) continue;
          const event = await service.request("GET /webhooks/{webhook_id}/deliveries/{event_id}", {
            params: { ...params, event_id: id },
          });
          const headers = signatureHeaders({ id, at: Date.now(), body: event.body }, [secrets.secret]);
          const result = await forward(target, event.body, headers);
          process.stdout.write(`${event.created_at}  ${plainText(event.type)}  ${id}  ${result}\n`);
        }
        // Only what can be listed again is kept.
        seen = new Set(deliveries.map(({ event_id: id }) => id));
      }
      return exitCodes.interrupted;
    });
  },
};

/** The webhook with an ID, or the only one. */
async function webhookOf(service: Vingate, id: string | undefined) {
  if (id !== undefined)
    return await service.request("GET /webhooks/{webhook_id}", { params: { webhook_id: id } });
  const all = await service.request("GET /webhooks", { params: { page_size: pageSize } });
  const [only, ...others] = all;
  if (!only)
    throw new ServiceFailure("There is no webhook. Create one in the console first.", exitCodes.notFound);
  if (others.length === 0) return only;
  const list = all.map((one) => `  ${one.id}  ${plainText(one.url)}`).join("\n");
  throw new ServiceFailure(
    `There are several webhooks; choose one with --webhook ID:\n${list}`,
    exitCodes.invalid,
  );
}

/** The newest events, newest first. */
const deliveriesOf = (service: Vingate, webhook: string) =>
  service.request("GET /webhooks/{webhook_id}/deliveries", {
    params: { webhook_id: webhook, page_size: pageSize },
  });

/** The status of the target's response, or why there is none. */
async function forward(
  target: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  try {
    const response = await fetch(target, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(forwardMs),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return `failed: ${plainText((error as Error).message)}`;
  }
}

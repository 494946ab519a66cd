import { VingateError } from "./errors.ts";

interface Subscription {
  readonly subscription_id: string;
}

interface DatasetName {
  readonly name: string;
  readonly version: string;
}

/** The `data` of each type of event. */
export interface WebhookEvents {
  "credits.low": Subscription & { readonly threshold: number; readonly remaining: number };
  "credits.gone": Subscription & { readonly remaining: number };
  "key.replaced": Subscription & { readonly slot: string; readonly former_expires_at: string | null };
  "key.expiring": Subscription & { readonly slot: string; readonly expires_at: string };
  "subscription.changed": Subscription & { readonly former_state: string | null; readonly state: string };
  "dataset.changed": {
    readonly family: string;
    readonly dataset: (DatasetName & { readonly records: number }) | null;
  };
  "watch.changed": Subscription & {
    readonly vin: string;
    readonly family: string;
    /** The path that returns the current records. */
    readonly lookup: string;
    readonly changed_at: string;
    readonly dataset: DatasetName | null;
    readonly former_dataset: DatasetName | null;
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
    readonly records: readonly {
      readonly change: string;
      readonly id: string;
      readonly date: string | null;
    }[];
    readonly records_omitted: number;
  };
  "batch.done": Subscription & {
    readonly request_id: string;
    readonly operation: string;
    readonly ended: "complete" | "refused" | "cut";
    readonly lines: number;
    readonly reports: number;
    /** The first line without an answer; null if all have one. */
    readonly from_line: number | null;
    readonly credits_charged: number;
  };
  "webhook.disabled": { readonly webhook_id: string; readonly url: string; readonly failing_since: string };
  "webhook.test": { readonly challenge: string };
}

/** An event, by its type. `data` is `unknown` for types that this version does not define. */
export type WebhookEvent = {
  [Type in keyof WebhookEvents]: {
    /** The same for each delivery of one event. */
    readonly id: string;
    readonly type: Type;
    readonly timestamp: string;
    readonly data: WebhookEvents[Type];
  };
}[keyof WebhookEvents];

/** A request that has no valid signature of the webhook. */
export class SignatureError extends VingateError {
  override readonly name = "SignatureError";
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const toleranceSeconds = 300;

function headerIn(headers: HeaderSource, name: string): string {
  const own = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof own === "string") return own;
  throw new SignatureError(`The header ${name} is missing.`);
}

/** A signature's bytes; none if it is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Functions for those who receive webhooks. */
export const webhooks = {
  /**
   * The event of a request. `body` is its text as it came, `headers` are a `Headers` or Node's, `secret` begins with
   * `whsec_`. Throws `SignatureError` if no signature fits, or if it is older or newer than five minutes.
   */
  async verify(body: string, headers: HeaderSource, secret: string, now = Date.now()): Promise<WebhookEvent> {
    const id = headerIn(headers, "webhook-id");
    const timestamp = headerIn(headers, "webhook-timestamp");
    const signatures = headerIn(headers, "webhook-signature").split(" ");
    if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds))
      throw new SignatureError("The request is older or newer than five minutes. Check the clock.");
    const key = bytesOf(secret.replace(/^whsec_/, ""));
    if (key.length === 0) throw new SignatureError("The secret must be whsec_ and base64.");
    const hmac = { name: "HMAC", hash: "SHA-256" };
    const imported = await crypto.subtle.importKey("raw", key, hmac, false, ["verify"]);
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
    for (const one of signatures) {
      const [version, value = ""] = one.split(",");
      // It compares in constant time.
      if (version === "v1" && (await crypto.subtle.verify("HMAC", imported, bytesOf(value), signed)))
        return { id, ...JSON.parse(body) } as WebhookEvent;
    }
    throw new SignatureError("No signature fits. Check the secret, and sign the body as it came.");
  },
};

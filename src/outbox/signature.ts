import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A new secret of a webhook: `whsec_` and 32 bytes in base64. */
export function createSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

/** A secret's name in the vault: sealed bytes open for this webhook only. */
export function secretContext(webhookId: string): string {
  return `webhook/${webhookId}`;
}

/** What is signed. */
export interface SignedMessage {
  readonly id: string;
  /** Milliseconds UTC; receivers get seconds. */
  readonly at: number;
  readonly body: string;
}

/** The headers of Standard Webhooks; one signature for each secret, so that receivers can change theirs. */
export function signatureHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

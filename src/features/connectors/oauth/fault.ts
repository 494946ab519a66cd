import { z } from "zod";
import type { ProtocolReply } from "../../../http/endpoint.ts";

/** The errors of RFC 6749, 7591 and 8707 that this service answers. */
const faultCodes = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "invalid_target",
  "invalid_redirect_uri",
  "invalid_client_metadata",
  "unsupported_grant_type",
  "unsupported_response_type",
  "temporarily_unavailable",
  "access_denied",
] as const;

export type FaultCode = (typeof faultCodes)[number];

/** An error as RFC 6749 writes it. */
export const FaultBody = z
  .object({
    error: z.enum(faultCodes).describe("The code of RFC 6749, 7591 or 8707."),
    error_description: z.string().describe("The reason, for people."),
  })
  .meta({ id: "OAuthError" });

/** A refusal in the form of OAuth. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly description: string;

  constructor(code: FaultCode, description: string) {
    super(`${code}: ${description}`);
    this.code = code;
    this.description = description;
  }
}

const headers = { "cache-control": "no-store", pragma: "no-cache" };

export const protocolJson = (status: number, value: object): ProtocolReply => ({
  status,
  type: "application/json",
  headers,
  body: JSON.stringify(value),
});

/** The reply that work makes, or that of the `Fault` which it throws. */
export async function withFaults(work: () => Promise<ProtocolReply>): Promise<ProtocolReply> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const { code: error, description } = fault;
    const status = error === "invalid_client" ? 401 : error === "temporarily_unavailable" ? 503 : 400;
    return protocolJson(status, { error, error_description: description });
  }
}

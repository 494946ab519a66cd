import { z } from "zod";
import { allowOnlyUrl } from "../../../outbound/allow-only.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import type { TaxIdAnswer } from "../parties/tax-id-check.ts";

// One operation of VIES, the European Commission's service for VAT IDs: POST check-vat-number.
// https://ec.europa.eu/taxation_customs/vies/#/technical-information

export interface VatId {
  /** The two letters of the ID: EL for Greece. */
  readonly prefix: string;
  readonly number: string;
}

/** VIES gave no answer about the ID. The message has the reason. */
export class NoAnswer extends Error {}

/** The operator's own ID was refused: VIES answers without it, and gives no consultation number then. */
class RequesterRefused extends NoAnswer {}

/** Bytes of an answer, which has a few hundred. */
const bytesMax = 65_536;

const Answer = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  valid: z.boolean(),
  requestDate: z.string().regex(/^20\d\d-\d\d-\d\d/),
  requestIdentifier: z.string().max(100).nullish(),
  // Some answers that are none have `valid: false` beside the cause.
  userError: z.string().nullish(),
});

const Failure = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) });

interface ViesOptions {
  /** The operator's own setting, which allows its address. */
  readonly url: string;
  /** Where the service itself listens. */
  readonly own: { readonly host: string; readonly port: number };
  readonly timeoutMs: number;
}

/** Requests of VIES whether VAT IDs are valid. */
export class Vies {
  readonly #options: ViesOptions;
  readonly #guard: OutboundGuard;

  constructor(options: ViesOptions) {
    this.#options = options;
    this.#guard = new OutboundGuard({ allow: allowOnlyUrl(options.url), own: options.own });
  }

  /** Throws `NoAnswer` if VIES is unreachable, too slow, overloaded, or answers something else. */
  async ask(id: VatId, requester: VatId | undefined): Promise<TaxIdAnswer> {
    try {
      return await this.#ask(id, requester);
    } catch (error) {
      if (error instanceof RequesterRefused) return this.#ask(id, undefined);
      throw error;
    }
  }

  async #ask(id: VatId, requester: VatId | undefined): Promise<TaxIdAnswer> {
    const { url, timeoutMs } = this.#options;
    const asked = {
      countryCode: id.prefix,
      vatNumber: id.number,
      ...(requester && { requesterMemberStateCode: requester.prefix, requesterNumber: requester.number }),
    };
    let response: Response;
    let text: string;
    try {
      response = await this.#guard.fetch(`${url}/check-vat-number`, {
        method: "POST",
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          // The guard does not decode bodies.
          "accept-encoding": "identity",
        },
        body: Buffer.from(JSON.stringify(asked)),
      });
      text = await readShort(response);
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      throw new NoAnswer(`VIES did not answer: ${(error as Error).name}`);
    }
    return answerIn(response.status, text, id);
  }
}

async function readShort(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new NoAnswer("VIES sent more than an answer has");
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** An answer that names the ID. A cause beside it, another status and another form are no answer about the ID. */
function answerIn(status: number, text: string, { prefix, number }: VatId): TaxIdAnswer {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new NoAnswer(`VIES returned ${status} without JSON`);
  }
  const failure = Failure.safeParse(json).data?.errorWrappers[0]?.error;
  if (failure === "INVALID_REQUESTER_INFO") throw new RequesterRefused("VIES refused the operator's VAT ID");
  const answer = status === 200 ? Answer.safeParse(json).data : undefined;
  if (!answer) throw new NoAnswer(`VIES returned ${status}${failure ? `, ${shortOf(failure)}` : ""}`);
  const { countryCode, vatNumber, valid, requestDate, requestIdentifier, userError } = answer;
  if (userError && userError !== "VALID" && userError !== "INVALID")
    throw new NoAnswer(`VIES returned ${status}, ${shortOf(userError)}`);
  if (countryCode !== prefix || vatNumber !== number)
    throw new NoAnswer("VIES answered about another VAT ID");
  return { isValid: valid, on: requestDate.slice(0, 10), reference: requestIdentifier || null };
}

/** A code such as `MS_MAX_CONCURRENT_REQ`; nothing else of an answer is written into logs. */
const shortOf = (code: string): string => code.replace(/[^A-Z_]/g, "").slice(0, 40);

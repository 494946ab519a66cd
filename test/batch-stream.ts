import { type Account, type TestService, testOrigin } from "./harness.ts";

/** One line of a batch's answer. */
export interface BatchLine {
  readonly status: "success" | "error";
  readonly vin?: string;
  readonly error?: {
    readonly status: number;
    readonly code: string;
    readonly detail: string;
    readonly from_line?: number;
  };
}

/** The code of a line's error, or "success". */
export const outcomeOf = (line: BatchLine): string => line.error?.code ?? line.status;

/** A batch of lines whose client sends while it reads. */
export interface OpenBatch {
  send(...lines: string[]): Promise<void>;
  /** The lines of the next piece of the answer; undefined at its end. */
  next(): Promise<BatchLine[] | undefined>;
  /** Ends the input. */
  end(): Promise<void>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export async function openBatch(
  { serve }: TestService,
  { key }: Account,
  from = "127.0.0.1",
): Promise<OpenBatch> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, {
    highWaterMark: 100,
  });
  const writer = writable.getWriter();
  const request = new Request(`${testOrigin}/vin-decoder/batch`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson", "x-AuthKey": key },
    body: readable,
  });
  const reader = (await serve(request, from)).body!.getReader();
  const next = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return undefined;
      const text = decoder.decode(value);
      if (text !== "")
        return text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as BatchLine);
    }
  };
  return {
    next,
    send: (...lines) => writer.write(encoder.encode(`${lines.join("\n")}\n`)),
    // The answer may have ended the input.
    end: () => writer.close().catch(() => undefined),
  };
}

import { ScriptTimeout, scriptOutput } from "../../../base/processes.ts";
import { Semaphore } from "../../../base/semaphore.ts";
import { ApiError, unavailable } from "../../../http/errors.ts";
import type { ReadTexts } from "./read-document.ts";

export const documentBytesMax = 16 * 2 ** 20;
/** The parser of YAML takes a hundred times the memory of the text. */
const yamlBytesMax = 5 * 2 ** 20;
const readMs = 30_000;
const turn = new Semaphore(1);

/**
 * Reads a document in a process of its own, one at a time: 5 MiB of YAML take seconds and half a gigabyte. One that takes
 * longer than 30 s is refused. Throws 413, and 503 if others are read all that time.
 */
export async function readApart(source: Uint8Array, isYaml: boolean): Promise<ReadTexts> {
  if (isYaml && source.length > yamlBytesMax)
    throw new ApiError(
      "content_too_large",
      `A document in YAML may have ${yamlBytesMax} bytes. Send a longer one as JSON.`,
    );
  await turn.acquire(readMs, () => unavailable("Other documents are being read. Repeat the call."));
  try {
    const args = [isYaml ? "yaml" : "json"];
    const output = await scriptOutput("src/features/gateway/documents/read-script.ts", args, {
      input: source,
      timeoutMs: readMs,
    });
    return JSON.parse(new TextDecoder().decode(output)) as ReadTexts;
  } catch (error) {
    if (!(error instanceof ScriptTimeout)) throw error;
    const reason = `Reading the document takes more than ${readMs / 1000} seconds. Make it smaller or simpler.`;
    return { faults: [{ line: 1, column: 1, path: [], reason }] };
  } finally {
    turn.release();
  }
}

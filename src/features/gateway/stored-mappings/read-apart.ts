import { ScriptTimeout, scriptOutput } from "../../../base/processes.ts";
import { Semaphore } from "../../../base/semaphore.ts";
import { unavailable } from "../../../http/errors.ts";
import type { MappingReading } from "./read-mapping.ts";

/** What the process is to do: read a text beside the one that it replaces, or make texts compact. */
export type MappingWork =
  | { readonly text: string; readonly former: string | null }
  | { readonly compact: readonly string[] };

/** A mapping that was read, and whether it reads answers as the former text does. */
export interface ReadApart {
  readonly reading: MappingReading;
  readonly isSame: boolean;
}

/** A compact mapping, or why the text has none. */
export type Compacted = { readonly compact: string } | { readonly fault: string };

const readMs = 30_000;
const turn = new Semaphore(1);

/** Reads a mapping in a process of its own, one at a time. Throws 503 if others take their time. */
export async function readMappingApart(text: string, former: string | null): Promise<ReadApart> {
  await turn.acquire(readMs, () => unavailable("Other mappings are being read. Repeat the call."));
  try {
    return (await output({ text, former })) as ReadApart;
  } catch (error) {
    if (!(error instanceof ScriptTimeout)) throw error;
    const reason = `Reading the mapping takes more than ${readMs / 1000} seconds. Make it simpler.`;
    return { reading: { faults: [{ line: null, sample: null, path: "", reason }] }, isSame: false };
  } finally {
    turn.release();
  }
}

/** Makes texts compact in a process of its own. */
export const compactApart = async (texts: readonly string[]): Promise<readonly Compacted[]> =>
  (await output({ compact: texts })) as readonly Compacted[];

async function output(work: MappingWork): Promise<unknown> {
  const input = Buffer.from(JSON.stringify(work));
  const printed = await scriptOutput("src/features/gateway/stored-mappings/mapping-script.ts", [], {
    input,
    timeoutMs: readMs,
  });
  return JSON.parse(new TextDecoder().decode(printed));
}

import { attempt, readPicture } from "./attempts.ts";
import { prepareReader } from "./barcodes.ts";
import type { ReaderRequest, ReaderResponse } from "./messages.ts";
import { vinsOf } from "./vins-of-barcodes.ts";

/**
 * Reads pictures in a thread of its own. The service sends this file under a policy that permits it to run WebAssembly,
 * which pages may not, and no request: what is in a picture cannot leave the browser from here.
 */
const thread = globalThis as unknown as {
  onmessage: (event: { readonly data: ReaderRequest }) => void;
  postMessage(response: ReaderResponse): void;
};

thread.onmessage = async ({ data }) => {
  if ("wasm" in data) return prepareReader(data.wasm);
  const { id, pixels, way } = data;
  try {
    const barcodes = await (way === undefined
      ? readPicture(pixels, (found) => vinsOf(found).length > 0)
      : attempt(pixels, way));
    thread.postMessage({ id, barcodes });
  } catch (error) {
    thread.postMessage({ id, fault: String(error) });
  }
};

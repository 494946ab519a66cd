import { PackError } from "../../src/vin/pack/pack-format.ts";

/** What to do if a bundler left the pack behind. */
export const bundlerAdvice =
  "serve vin.pack of the package next to the bundle, or pass its bytes or address: openDecoder({ pack })";

/**
 * The bytes at an address. Rejects with `PackError` if the server does not answer with them: many development
 * servers answer with a page where there is no file.
 */
export async function readPack(pack: string | URL): Promise<Uint8Array> {
  const answer = await fetch(pack);
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
  if (answer.ok && !isPage) return new Uint8Array(await answer.arrayBuffer());
  const found = isPage ? "a page" : `HTTP ${answer.status}`;
  throw new PackError(`there are no VIN data at ${pack} (${found}); ${bundlerAdvice}`);
}

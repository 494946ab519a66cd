import { BLOCK_MODELS } from "./layout.ts";
import type { Pack } from "./pack.ts";

/** The values of the models that a schema's block names, each once. */
export function modelsInBlock(
  { schemas, blockModels }: Pick<Pack, "schemas" | "blockModels">,
  block: number,
): Int32Array {
  const place = schemas[block + BLOCK_MODELS]!;
  return blockModels.subarray(place + 1, place + 1 + blockModels[place]!);
}

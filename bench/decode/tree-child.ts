import { join } from "node:path";
import { printJson } from "../common/figure.ts";
import { rates } from "../common/measure.ts";
import { scaled } from "../common/settings.ts";
import { distinctVins } from "../common/vins.ts";

// Measures the decoder of any work tree. Arguments: the tree, and a folder for its pack.
const [tree = "", folder = ""] = process.argv.slice(2);
// The file's folder differs between versions.
const [packFile] = new Bun.Glob("src/**/vin-pack.ts").scanSync(tree);
const { openVinPack } = await import(join(tree, packFile!));
const { createDecoder } = await import(join(tree, "src/vin/decoder.ts"));
const decoder = createDecoder(await openVinPack(folder), { currentYear: new Date().getUTCFullYear() });
const vins = distinctVins(scaled(200_000, 5000));
const rate = (items: string[], each: (vin: string) => unknown) => rates(items, each, 7).cpu;
printJson({
  "decode, warm": rate(vins, (vin) => decoder.scan(vin)),
  "decode with the answer's bytes": rate(vins, (vin) => decoder.answer(vin)),
  "the same, each overwritten by the next": rate(vins, (vin) => decoder.sharedAnswer(vin)),
  "decode to an object": rate(vins.slice(0, vins.length / 10), (vin) => decoder.decode(vin)),
});

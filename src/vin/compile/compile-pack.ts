import { writePack } from "../pack/pack-format.ts";
import type { PackMeta } from "../pack/pack-meta.ts";
import { readDefaults, readErrors } from "./defaults.ts";
import { isSet, readElements } from "./elements.ts";
import { readExceptions } from "./exceptions.ts";
import { Keys } from "./keys.ts";
import { namedModels } from "./named-models.ts";
import { Patterns, readEnginePatterns, readEngines, readPatterns } from "./patterns.ts";
import { buildRegistry } from "./registry.ts";
import { buildSchemas, ORDER_STEPS } from "./schemas.ts";
import type { OnProgress, VpicSource } from "./source.ts";
import { whole } from "./source.ts";
import { Strings } from "./strings.ts";
import { Values } from "./values.ts";
import { buildSpecifications } from "./vehicle-specs.ts";
import { buildWmis } from "./wmis.ts";

/**
 * Compiles vPIC's tables into one pack. Takes seconds without yielding, so a serving process runs it in a
 * worker. `progress` is called every few milliseconds, and whenever much memory can be collected.
 */
export function compilePack(source: VpicSource, progress: OnProgress = () => {}): Uint8Array {
  const { meta, arrays } = compileSections(source, progress);
  progress({ stage: "write", done: 2, total: 3 });
  const pack = writePack(meta, arrays);
  progress({ stage: "write", done: 3, total: 3 });
  return pack;
}

/** What a pack consists of. Patterns and texts as they were read end with these calls, before the pack is laid out. */
function compileSections(source: VpicSource, progress: OnProgress) {
  const { meta, sections, specifications } = compileTables(source, progress);
  progress({ stage: "write", done: 0, total: 3 });
  const registry = buildRegistry(source, namedModels(sections));
  progress({ stage: "write", done: 1, total: 3 });
  const arrays = { ...sections, ...specifications, exceptions: readExceptions(source), registry };
  return { meta, arrays };
}

function compileTables(source: VpicSource, progress: OnProgress) {
  const { elements, strings, values, sheets, schemas } = compilePatterns(source, progress);
  progress({ stage: "manufacturers", done: 0, total: source.count("Wmi") });
  const wmis = buildWmis(source, schemas.blockOf, values, strings, progress);
  const meta: PackMeta = {
    source: source.name,
    version: source.version,
    fingerprint: source.fingerprint,
    complete: source.complete,
    patterns: source.count("Pattern"),
    manufacturers: source.count("Wmi"),
    elements: elements.metas,
    defaults: readDefaults(source, elements, values),
    errors: readErrors(source),
  };
  const sections = { ...schemas.arrays, ...wmis, ...values.sections(), strings: strings.done() };
  return { meta, sections, specifications: sheets.sections(schemas.firstSheetRow) };
}

function compilePatterns(source: VpicSource, progress: OnProgress) {
  const elements = readElements(source);
  const strings = new Strings();
  const engines = readEngines(source);
  const values = new Values(source, elements, strings, engines.listOf);
  const expected = source.count("Pattern") + source.count("EngineModelPattern");
  const into = { patterns: new Patterns(expected), keys: new Keys(), values, elements };
  readPatterns(source, into, progress);
  readEnginePatterns(source, engines.listOfId, into);
  const hidden = new Set<number>();
  for (const [id, held] of source.rows("VinSchema", ["Id", "TobeQCed"]))
    if (isSet(held)) hidden.add(whole(id));
  const sheets = buildSpecifications(source, values, elements);
  progress({ stage: "order", done: 0, total: ORDER_STEPS });
  const input = { ...into, strings, sheetRows: sheets.rows };
  const schemas = buildSchemas(input, engines.listOf.size, hidden, progress);
  return { elements, strings, values, sheets, schemas };
}

import { writePack } from "../pack/pack-format.ts";
import type { PackMeta } from "../pack/pack-meta.ts";
import { readDefaults, readErrors } from "./defaults.ts";
import { isSet, readElements } from "./elements.ts";
import { readExceptions } from "./exceptions.ts";
import { Keys } from "./keys.ts";
import { namedModels } from "./named-models.ts";
import { Patterns, readEnginePatterns, readEngines, readPatterns } from "./patterns.ts";
import { buildRegistry } from "./registry.ts";
import { buildSchemas } from "./schemas.ts";
import type { OnProgress, VpicSource } from "./source.ts";
import { whole } from "./source.ts";
import { Strings } from "./strings.ts";
import { Values } from "./values.ts";
import { buildSpecifications } from "./vehicle-specs.ts";
import { buildWmis } from "./wmis.ts";

/**
 * Compiles vPIC's tables into one pack. Takes seconds without yielding, so a serving process runs it in a
 * worker. `progress` is called every few milliseconds.
 */
export function compilePack(source: VpicSource, progress: OnProgress = () => {}): Uint8Array {
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
  const schemas = buildSchemas(
    { ...into, strings, sheetRows: sheets.rows },
    engines.listOf.size,
    hidden,
    progress,
  );
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
  const pack = writePack(meta, {
    ...sections,
    ...sheets.sections(schemas.firstSheetRow),
    exceptions: readExceptions(source),
    registry: buildRegistry(source, namedModels(sections)),
  });
  progress({ stage: "write", done: 1, total: 1 });
  return pack;
}

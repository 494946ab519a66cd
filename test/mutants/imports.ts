import type { Mutant } from "./mutant.ts";

const vpic = "src/vehicles/imports/vpic";
const kills = "test/vehicles/imports/kills.long.test.ts";
const oracle = "test/vin/oracle.test.ts";

/** Bugs in imports, in the decoder beyond recorded VINs, and in the packages that are built of it. */
export const importsMutants: readonly Mutant[] = [
  {
    bug: "the dump that was imported is deleted with the ones before it",
    file: `${vpic}/import-pack.ts`,
    find: "if (other !== name) rmSync(join(folder, other));",
    replace: "rmSync(join(folder, other));",
    test: "test/vehicles/imports/vpic.long.test.ts",
    named: "a running service uses a new dump, which is kept",
  },
  {
    bug: "a dump with much less than the data in use replaces them",
    file: `${vpic}/import-pack.ts`,
    find: "if (compared.problems.length > 0) throw",
    replace: "if (compared.problems.length > 9) throw",
    test: "test/vehicles/imports/vpic.test.ts",
    named: "a dump with less than the data in use is refused",
  },
  {
    bug: "files of a compilation that was stopped stay",
    file: "src/vehicles/imports/jobs/vpic-job.ts",
    find: "  rmSync(workFolder(job), { recursive: true, force: true });\n",
    replace: "",
    test: "test/vehicles/imports/vpic-over-http.test.ts",
    named: "a stopped import leaves no files",
  },
  {
    bug: "an import that was killed keeps others from its family",
    file: "src/vehicles/imports/jobs/runs.ts",
    find: "(host !== hostname() || isProcessAlive(Number(pid)))",
    replace: "(host !== hostname() || pid !== undefined)",
    test: kills,
    named: "on sqlite 4 times: the old data stay complete, and the next run finishes",
  },
  {
    bug: "rows of an import that was killed stay",
    file: "src/vehicles/imports/jobs/import-records.ts",
    find: '    await sweepDatasets(this.#db, family, "staged", () => this.#renew("read"));\n',
    replace: "",
    test: kills,
    named: "on sqlite 4 times: the old data stay complete, and the next run finishes",
  },
  {
    bug: "a VIN that is cut matches keys that are longer",
    file: "src/vin/decode/pass.ts",
    find: "    if (length < FULL && keyLengths[key]! > length) continue;\n    offerRows(pack, pass, keyRows[key]!, keyRows[key + 1]!, base, key);\n  }\n}\n\n/** A word",
    replace: "    offerRows(pack, pass, keyRows[key]!, keyRows[key + 1]!, base, key);\n  }\n}\n\n/** A word",
    test: oracle,
    named: "the decoder agrees with the oracle on full data",
  },
  {
    bug: "of several specifications the last one counts",
    file: "src/vin/decode/specifications.ts",
    find: "found.sort((a, b) => a - b);",
    replace: "found.sort((a, b) => b - a);",
    test: oracle,
    named: "the decoder agrees with the oracle on full data",
  },
  {
    bug: "a star in a VIN is an invalid character",
    file: "src/vin/check-digit.ts",
    find: "!(allowed || code === STAR);",
    replace: "!(allowed || code === OTHER);",
    test: "test/vin/every-character.test.ts",
    named: "every ASCII character in every position decodes as the oracle does",
  },
  {
    bug: "another demo set does not replace the one that is loaded",
    file: "src/vehicles/imports/demo/load-demo.ts",
    find: 'return current?.version === version ? "there before"',
    replace: 'return current !== undefined ? "there before"',
    test: "test/demo/load.test.ts",
    named: "on sqlite the same set makes the same records; another set replaces them",
  },
  {
    bug: "the library searches its data in the folder of the program that uses it",
    file: "src/vin/open-decoder.ts",
    find: 'return new URL("./vin.pack", import.meta.url);',
    replace: 'return new URL("vin.pack", "file://" + process.cwd() + "/");',
    test: "test/library/library.long.test.ts",
    named: "the example prints in Node and Bun what the page shows",
  },
  {
    bug: "the Python client repeats a lost call as another one",
    file: "sdk/python/src/vingate/_attempts.py",
    find: "        if self._unanswered is not None:\n            headers",
    replace: "        if self._unanswered is not None and self._made < 0:\n            headers",
    test: "test/sdk/python.long.test.ts",
    named: "calls and batches survive faults, sync and async",
  },
];

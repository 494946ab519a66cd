import type { Mutant } from "./mutant.ts";

const documents = "test/server/documents/documents.test.ts";
const cache = "src/server/documents/account-cache.test.ts";
const build = "src/server/documents/document-build.test.ts";
const keptOpen = "test/api/kept-open.test.ts";

/** Bugs of how OpenAPI documents are made and kept, and of connections that wait for an answer. */
export const documentsMadeMutants: readonly Mutant[] = [
  {
    bug: "a prepared document has the address of its build in all places but the first",
    file: "src/server/documents/making.ts",
    find: "text.replaceAll(builtFor",
    replace: "text.replace(builtFor",
    test: documents,
    named: "have the public URL in each place",
  },
  {
    bug: "a document of other sources is used",
    file: "src/server/documents/document-build.ts",
    find: "made === undefined ? one.endsWith",
    replace: "made !== one ? one.endsWith",
    test: build,
    named: "a document of other sources is not used",
  },
  {
    bug: "earlier documents stay beside the prepared one",
    file: "src/server/documents/document-build.ts",
    find: 'if (old !== name && !old.startsWith(".work-")) rmSync',
    replace: "if (old === name) rmSync",
    test: build,
    named: "replaces earlier ones",
  },
  {
    bug: "a caller waits for a document for as long as it takes",
    file: "src/management/documentation/documents.ts",
    find: "withTimeout(answer, openapi.waitMs, () =>",
    replace: "withTimeout(answer, 3_600_000 + openapi.waitMs, () =>",
    test: documents,
    named: "a caller who waits too long gets 503",
  },
  {
    bug: "callers who wait for one set each make it",
    file: "src/server/documents/documents.ts",
    find: "this.#sets.get(key) ?? this.#inWork.get(key)",
    replace: "this.#sets.get(key)",
    test: documents,
    named: "requests of one set at a time make it once",
  },
  {
    bug: "a set that failed ends the making of all others",
    file: "src/server/documents/documents.ts",
    find: "this.#turn = made.then(ended, ended);",
    replace: "this.#turn = made.then(ended);",
    test: documents,
    named: "a set that could not be made delays no other",
  },
  {
    bug: "YAML is made with each document",
    file: "src/server/documents/documents.ts",
    find: "    return kept;\n",
    replace: "    await kept.yaml();\n    return kept;\n",
    test: documents,
    named: "YAML is made when it is requested, once",
  },
  {
    bug: "an account with many sets displaces those of others",
    file: "src/server/documents/account-cache.ts",
    find: "if (account !== largest) continue;",
    replace: "if (largest === undefined) continue;",
    test: cache,
    named: "an account with many values displaces its own alone",
  },
  {
    bug: "sets are kept without a bound",
    file: "src/server/documents/account-cache.ts",
    find: "while (this.bytes > this.#bytesMax) this.#displace();",
    replace: "",
    test: cache,
    named: "an account with many values displaces its own alone",
  },
  {
    bug: "a connection is cut while its answer is made",
    file: "src/calls/management-call.ts",
    find: "if (endpoint.answers || !endpoint.upload) routed.keepOpen?.(true);",
    replace: "",
    test: keptOpen,
    named: "a connection is kept open while its answer is made",
  },
  {
    bug: "a connection is kept open for an upload that does not arrive",
    file: "src/calls/management-call.ts",
    find: "if (endpoint.answers || !endpoint.upload) routed.keepOpen?.(true);",
    replace: "routed.keepOpen?.(true);",
    test: keptOpen,
    named: "a connection is not kept open while its request is received",
  },
  {
    bug: "a connection stays open when its answer is sent",
    file: "src/calls/management-call.ts",
    find: "    routed.keepOpen?.(false);\n",
    replace: "",
    test: keptOpen,
    named: "a connection is kept open while its answer is made",
  },
];

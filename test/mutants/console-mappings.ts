import type { Mutant } from "./mutant.ts";

const folder = "console/src/pages/apis";
const mappings = `${folder}/vendor-mappings.test.tsx`;
const fields = `${folder}/api-fields.test.tsx`;
const apis = "test/api/apis.test.ts";

/** Bugs in what the console shows and sends of vendors' mappings and of credentials. */
export const consoleMappingMutants: readonly Mutant[] = [
  {
    bug: "the mapping of a fallback replaces that of the upstream",
    file: "console/src/api/api-mappings.ts",
    find: 'sendText("PUT", id, withSource(source), text)',
    replace: 'sendText("PUT", id, withSource("first"), text)',
    test: mappings,
    named: "a pasted text is saved for its source",
  },
  {
    bug: "a preview stays beside a text that has changed since",
    file: `${folder}/mapping-form.tsx`,
    find: "    setText(now);\n    setRead(undefined);",
    replace: "    setText(now);",
    test: mappings,
    named: "a file is previewed",
  },
  {
    bug: "the faults of a mapping lose their lines",
    file: `${folder}/mapping-faults.ts`,
    find: "map(({ msg }) => faultOf(msg))",
    replace: 'map(({ msg }) => faultOf(msg.replace(/^Line \\d+/, "Line 1")))',
    test: mappings,
    named: "faults of the text are at the field with their lines",
  },
  {
    bug: "a mapping is removed without a confirmation",
    file: `${folder}/vendor-mappings.tsx`,
    find: 'onPress={() => setOpened("removal")}',
    replace: "onPress={() => deleteMapping(apiId, source)}",
    test: mappings,
    named: "a mapping is removed after it is confirmed",
  },
  {
    bug: "a client of OAuth is sent without its scope",
    file: `${folder}/api-form.ts`,
    find: "    ...(scope && { scope }),\n",
    replace: "",
    test: fields,
    named: "a client of OAuth is sent with what is filled in",
  },
  {
    bug: "customers see the names of a backend's credentials",
    file: "src/management/apis/apis-record.ts",
    find: "auth: operator ? shownAuth(row) : null,",
    replace: "auth: shownAuth(row),",
    test: apis,
    // The API that customers read is registered by the test before.
    named: "APIs on sqlite",
  },
];

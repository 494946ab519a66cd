import type { Mutant } from "./mutant.ts";

const file = "src/running/ports.ts";
const test = "src/running/ports.test.ts";

/** Bugs in what features give each other. */
export const portsMutants: readonly Mutant[] = [
  {
    bug: "features open in the order of their list",
    file,
    find: "for (const provider of providers(port)) open(provider, [...above, feature]);",
    replace: "for (const provider of providers(port)) void [provider, above];",
    test,
    named: "a feature opens after what it needs",
  },
  {
    bug: "a start without a provider that is needed goes on",
    file,
    find: 'port.giving === "one" && providers(port).length === 0',
    replace: 'port.giving === "one" && providers(port).length < 0',
    test,
    named: "a start that cannot be ordered",
  },
  {
    bug: "a second provider of what has one is passed over",
    file,
    find: 'port.giving !== "all" && providers(port).length > 1',
    replace: 'port.giving !== "all" && providers(port).length > 2',
    test,
    named: "a start that cannot be ordered",
  },
  {
    bug: "a feature gives what it does not declare",
    file,
    find: "if (!provides.includes(port))",
    replace: "if (!provides)",
    test,
    named: "a feature gives nothing that it does not declare",
  },
  {
    bug: "a feature may keep back the one value that others need",
    file,
    find: 'port.giving === "one" && !gives.has(port)',
    replace: 'port.giving === "one" && gives.has(port) && provides.length === 0',
    test,
    named: "a port with one provider is given",
  },
];

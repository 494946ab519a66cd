import { refuse } from "./issues.ts";
import { type Check, type DefOf, leaf, type Node } from "./node.ts";
import { ruled } from "./rules.ts";
import { stringRules } from "./strings.ts";

const kinds = {
  ipv4: { type: "ip_v4_address", name: "IPv4 address", label: "ipv4address" },
  ipv6: { type: "ip_v6_address", name: "IPv6 address", label: "ipv6address" },
  cidrv4: { type: "ip_v4_network", name: "IPv4 network", label: "ipv4network" },
  cidrv6: { type: "ip_v6_network", name: "IPv6 network", label: "ipv6network" },
} as const;

/** Compiles an IP address or a network; only texts, which the schema's own pattern judges. */
export function compileIp(def: DefOf<"string">, kind: keyof typeof kinds): Node {
  const { type, name, label } = kinds[kind];
  const { pattern } = def as { pattern?: RegExp };
  const check: Check = (input, issues) =>
    typeof input === "string" && pattern?.test(input) === true
      ? input
      : refuse(issues, type, `Input is not a valid ${name}`, input);
  return leaf(label, ruled(check, stringRules(def.checks)));
}

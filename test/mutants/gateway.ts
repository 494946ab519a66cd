import type { Mutant } from "./mutant.ts";

/** Bugs in forwarded calls, and in the connections that the service opens. */
export const gatewayMutants: readonly Mutant[] = [
  {
    bug: "a forwarded error is charged",
    file: "src/calls/lookup-call.ts",
    find: "(forwarded && status < 400)",
    replace: "forwarded",
    test: "test/gateway/bad-upstreams.test.ts",
    named: "on sqlite one that sends status 99",
  },
  {
    bug: "an upstream receives the caller's key",
    file: "src/gateway/request-headers.ts",
    find: '"x-authkey", ',
    replace: "",
    test: "test/gateway/headers.test.ts",
    named: "nothing that authenticates its caller",
  },
  {
    bug: "an amendment is charged again",
    file: "src/metering/reservation.ts",
    find: "credits: 0, amends",
    replace: "amends",
    test: "test/gateway/streams.test.ts",
    named: "on sqlite a stream is recorded before its first byte leaves",
  },
  {
    bug: "an amendment counts as a call",
    file: "src/metering/usage/usage-aggregate.ts",
    find: "    calls: 0,\n    credits: 0,\n    bytes,",
    replace: "    credits: 0,\n    bytes,",
    test: "test/gateway/streams.test.ts",
    named: "on sqlite a stream is recorded before its first byte leaves",
  },
  {
    bug: "amendments are missing from their journal's count",
    file: "src/metering/apply/write-usage.ts",
    find: "if (amended > 0)",
    replace: "if (amended < 0)",
    test: "test/gateway/streams.test.ts",
    named: "on sqlite a short stream has its size in one batch",
  },
  {
    bug: "a call that is refused keeps its place",
    file: "src/gateway/places.ts",
    find: "if (!this.#left) this.#target.state.underWay -= 1;",
    replace: "",
    test: "test/gateway/admission.test.ts",
    named: "on sqlite more calls at a time",
  },
  {
    bug: "the address in a 6to4 address is not judged",
    file: "src/outbound/verdict.ts",
    find: "if (starts(0x20, 0x02)) yield at(2);",
    replace: "",
    test: "test/outbound/guard.test.ts",
    named: "2002:",
  },
  {
    bug: "a name keeps its first address",
    file: "src/outbound/guard.ts",
    find: "if (known && known.until > this.#now()) return",
    replace: "if (known) return",
    test: "test/outbound/guard.test.ts",
    named: "names a name is used with the address that was checked",
  },
];

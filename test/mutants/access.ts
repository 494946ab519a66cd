import type { Mutant } from "./mutant.ts";

/** Bugs in what strangers and accounts may do. */
export const accessMutants: readonly Mutant[] = [
  {
    bug: "each session has its own event streams",
    file: "src/calls/event-streams.ts",
    find: "caller.userId",
    replace: "caller.digest",
    test: "src/calls/event-streams.test.ts",
    named: "all sessions of an account share its streams",
  },
  {
    bug: "customers take the operators' event streams",
    file: "src/calls/event-streams.ts",
    find: "const ofCustomers = isOperator(caller) ? 0 : 1;",
    replace: "const ofCustomers = isOperator(caller) ? 0 : 0;",
    test: "src/calls/event-streams.test.ts",
    named: "a tenth of the streams is kept for operators",
  },
  {
    bug: "guesses from many addresses are not counted by account",
    file: "src/management/users/password-checks.ts",
    find: "ofAccount: [{ name, max: fromStrangersMax }]",
    replace: "ofAccount: [{ name, max: 1000 * fromStrangersMax }]",
    test: "test/api/address-limits.test.ts",
    named: "on sqlite guesses from 100 addresses lock an account",
  },
  {
    bug: "strangers lock the owner out",
    file: "src/management/users/password-checks.ts",
    find: "return { ofNetworks: ofNetworks.slice(0, 1), ofAccount: [] };",
    replace: "return { ofNetworks: ofNetworks.slice(0, 1), ofAccount: [{ name, max: fromStrangersMax }] };",
    test: "test/api/address-limits.test.ts",
    named: "on sqlite guesses from 100 addresses lock an account",
  },
  {
    bug: "clients of an untrusted proxy on this machine have no limits",
    file: "src/http/client-address.ts",
    find: "isLoopback(plain(socket)) && !proxyHeaders.some((name) => headers.has(name))",
    replace: "isLoopback(plain(socket)) && !proxyHeaders.every((name) => headers.has(name))",
    test: "test/api/address-limits.test.ts",
    named: "an untrusted loopback proxy is one client with limits",
  },
];

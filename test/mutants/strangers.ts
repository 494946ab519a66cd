import type { Mutant } from "./mutant.ts";

/** Bugs by which one stranger costs others something, or reads what a cache kept of them. */
export const strangersMutants: readonly Mutant[] = [
  {
    bug: "shared caches keep answers with data of an account",
    file: "src/calls/management-call.ts",
    find: "return isOpen(endpoint) ? openCors : accountHeaders;",
    replace: "return openCors;",
    test: "test/api/reply-headers.test.ts",
    named: "answers with data of an account are kept by no cache",
  },
  {
    bug: "any page in a browser of the service's machine is local",
    file: "src/http/client-address.ts",
    find: "return origin === null || isOwnOrigin(origin, publicUrl);",
    replace: "return origin === null || isOwnOrigin(origin, publicUrl) || true;",
    test: "src/http/client-address.test.ts",
    named: "a page of another service in a browser of this machine is not local",
  },
  {
    bug: "the matrix of roles is made for each stranger who asks",
    file: "src/management/sign-in/roles.ts",
    find: "storedAnswer(await storedMatrix(operations), call.headers, caching)",
    replace: 'Promise.resolve({ type: "application/json", body: JSON.stringify(matrixOf(operations)) })',
    test: "src/management/sign-in/roles.test.ts",
    named: "is stored once for all callers, with its compressed forms",
  },
  {
    bug: "connections that send as fast as they are answered stop timers and databases",
    file: "src/server/processes/listener.ts",
    find: "if (turn) await turn;",
    replace: "if (turn) turn.catch(() => undefined);",
    test: "test/server/processes/turns.test.ts",
    named: "of requests that come together a part begins in each turn",
  },
];

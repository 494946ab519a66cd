import type { Mutant } from "./mutant.ts";

const packages = "test/api/packages.test.ts";

/** Bugs in what a stranger installs from the service, and in where an answer leads a program. */
export const installingMutants: readonly Mutant[] = [
  {
    bug: "a package has the digest of another one",
    file: "src/management/documentation/packages.ts",
    find: 'for await (const part of content.stream()) hash.update(part);\n  return hash.digest("hex");',
    replace:
      'for await (const part of content.stream()) {\n    hash.update(part);\n    break;\n  }\n  return hash.digest("hex");',
    test: packages,
    named: "the list has every package with its address and SHA-256, with and without a final slash",
  },
  {
    bug: "the guide's address of the wheel has no SHA-256",
    file: "src/management/documentation/guide-endpoints.ts",
    find: "const body = withDigests(linked);",
    replace: "const body = linked;",
    test: packages,
    named: "the guide's address of the wheel ends with its SHA-256",
  },
  {
    bug: "a page installs a name that anyone can take",
    file: "console/src/features/proof/verify.tsx",
    find: "npx ./vingate-verify.tgz statement",
    replace: "npx @vingate/verify statement",
    test: "test/documents/install-lines.test.ts",
    named: "no page installs a name that a registry resolves",
  },
  {
    bug: "HEAD of a lookup does not lead to what is free",
    file: "src/calls/answer-lookup.ts",
    find: 'methodNotAllowed("HEAD", [endpoint], coverageLink(context, routed))',
    replace: 'methodNotAllowed("HEAD", [endpoint])',
    test: "test/api/platform.test.ts",
    named: "on sqlite an unknown path is 404, a wrong method 405 with Allow",
  },
  {
    bug: "the command kills the service in place of stopping it",
    file: "bin/vingate.js",
    find: "if (!isSentByTerminal(signal)) child.kill(signal);",
    replace: 'if (!isSentByTerminal(signal)) child.kill("SIGKILL");',
    test: "test/packages/bin.test.ts",
    named: "signals are passed on, and what it started ends with it",
  },
];

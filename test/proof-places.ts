import { isTest, type Source } from "./layering.ts";

/** The only files that decide how strong a credential is, and what needs how much. */
const proofFiles: ReadonlySet<string> = new Set(["src/access/proof.ts", "src/http/proof.ts"]);

const proofDecisions: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\btokenKind\b/, "the kind of a token"],
  [
    /\bproof\??\.(provedAt|madeFor|subject)\b|\bprovedAt\[/,
    "when a factor was proved, or what a token was made for",
  ],
  [
    // OpenAPI has a format of that name.
    /(?<!\bformat )(?:===|!==|case) *["'](?:password|password_code|app_code|recovery_code|passkey|single_sign_on)["']/,
    "how a user signed in",
  ],
  [/\bmethod (?:=|<>|in) *\(?'/, "how a session began"],
];

/** Decisions about proofs elsewhere: an operation has an effect by its permission, and handlers decide nothing. */
export function proofFaults(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith("src/") && !isTest(path) && !proofFiles.has(path))
    .filter(({ path }) => !path.startsWith("src/database/migrations/"))
    .flatMap(({ path, text }) =>
      proofDecisions
        .filter(([pattern]) => pattern.test(text))
        .map(([, what]) => `${path}: decides by ${what}; src/http/proof.ts does`),
    );
}

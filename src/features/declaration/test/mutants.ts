import type { Mutant } from "../../../../test/mutants/mutant.ts";

/** Bugs in what a declaration changes. */
export const mutants: readonly Mutant[] = [
  {
    bug: "apply sends a stored credential to another address",
    file: "src/features/declaration/differences.ts",
    find: "    if (source === undefined && kept && moved !== undefined) throw needed();\n",
    replace: "",
    test: "src/features/declaration/test/moved-credentials.test.ts",
    named: "on sqlite a declaration sends the stored credential of parking to no other address",
  },
  {
    bug: "apply compares the addresses of registered APIs alone",
    file: "src/features/declaration/declared-upstreams.ts",
    find: "addressFault(before, { serviceUrl: service_url, caCertificate: ca_certificate })",
    replace: "undefined",
    test: "src/features/declaration/test/moved-credentials.test.ts",
    named: "on sqlite a declaration sends the stored credential of auction to no other address",
  },
  {
    bug: "apply sends the credential of a second source to another address",
    file: "src/features/declaration/differences.ts",
    find: "const moved = was && addressFault(was, membersOf(members));",
    replace: "const moved = undefined;",
    test: "src/features/declaration/test/moved-credentials.test.ts",
    named: "on sqlite a declaration sends the stored credential of a second source to no other address",
  },
  {
    bug: "an export does not say who pays a version",
    file: "src/features/declaration/declared-form.ts",
    find: "changedFrom(usualTerms, terms, statedTerms)",
    replace: 'changedFrom(usualTerms, { ...terms, who_pays: "notice" }, statedTerms)',
    test: "src/features/declaration/test/declared-offers.test.ts",
    named: "on sqlite who pays is declared",
  },
  {
    bug: "a vendor's price is compared with the price of a plan in another currency",
    file: "src/features/declaration/vendor-prices.ts",
    find: "offer.currency !== vendor.currency",
    replace: "false",
    test: "src/features/declaration/test/vendor-prices.test.ts",
    named: "on sqlite each plan is compared in the vendor's currency",
  },
  {
    bug: "a vendor's price is compared with that of one credit, not with what the call costs",
    file: "src/features/declaration/vendor-prices.ts",
    find: "broughtBy(lookup.credits_min, offer)",
    replace: "broughtBy(1, offer)",
    test: "src/features/declaration/test/vendor-prices.test.ts",
    named: "on sqlite a price above what a call brings is named",
  },
  {
    bug: "a vendor's price is compared without the credits of packages",
    file: "src/features/declaration/vendor-prices.ts",
    find: "packages.map((one) => ({ minor: one.price_minor, per: one.credits }))",
    replace: "packages.slice(0, 0).map((one) => ({ minor: one.price_minor, per: one.credits }))",
    test: "src/features/declaration/test/vendor-prices.test.ts",
    named: "on sqlite the cheapest credit of the offer counts",
  },
  {
    bug: "apply does not print a vendor's price",
    file: "src/features/declaration/commands/apply.ts",
    find: "for (const warning of warnings) beside",
    replace: "for (const warning of warnings.slice(0, 0)) beside",
    test: "src/features/declaration/test/vendor-apply.test.ts",
    named: "apply names a vendor's price above what a call brings",
  },
];

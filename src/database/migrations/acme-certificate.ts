import type { Migration } from "../migration.ts";

/**
 * The certificate that all nodes share. `chain` and `key_sealed` are null until an authority has issued it.
 * `next_attempt_at` keeps other nodes from ordering at the same time, and a failing order from repeating too soon.
 */
export const acmeCertificate: Migration = {
  id: "0010-acme-certificate",
  summary: "stores the certificate that an ACME authority has issued",
  statements: ({ integer, text, blob, strict }) => [
    `create table acme_certificate (
      names ${text} not null, directory ${text} not null, account_sealed ${blob} not null, chain ${text},
      key_sealed ${blob}, next_attempt_at ${integer} not null, failures ${integer} not null,
      primary key (names, directory)) ${strict}`,
  ],
};

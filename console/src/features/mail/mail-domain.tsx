import { useQuery } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { List } from "../../parts/list-page.tsx";
import { Mark } from "../../parts/outcome.tsx";
import type { Outcome } from "../../parts/outcome-kind.ts";
import { Section } from "../../parts/section.tsx";
import { type DnsRecord, mailDomain } from "./mail-queries.ts";

const states: Readonly<Record<DnsRecord["state"], readonly [Outcome, string]>> = {
  ok: ["ok", "OK"],
  missing: ["blocked", t("Missing")],
  differs: ["failed", t("Differs")],
  "not checked": ["other", t("Not checked")],
};

/** The DNS records by which receivers recognize the sender. */
export function MailDomain() {
  return (
    <Section title={t("Domain")} note={t("The same as vingate doctor --mail.")}>
      <List
        query={useQuery(mailDomain)}
        what={t("Could not check the domain")}
        caption={t("DNS records")}
        keyOf={({ record }) => record}
        columns={[
          { head: t("DNS record"), cell: ({ record }) => record },
          {
            head: t("State"),
            cell: ({ state }) => <Mark outcome={states[state][0]}>{states[state][1]}</Mark>,
          },
          {
            head: t("Value"),
            cell: ({ name, expected, found }) => (
              <code className="wrapany">{`${name} TXT "${found ?? expected}"`}</code>
            ),
          },
        ]}
      />
    </Section>
  );
}

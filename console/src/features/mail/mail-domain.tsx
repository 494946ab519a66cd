import { useQuery } from "@tanstack/react-query";
import { Mark, type Outcome } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { type DnsRecord, mailDomain } from "./mail-queries.ts";

const states: Readonly<Record<DnsRecord["state"], readonly [Outcome, string]>> = {
  ok: ["ok", "OK"],
  missing: ["blocked", "Missing"],
  differs: ["failed", "Differs"],
  "not checked": ["other", "Not checked"],
};

/** The DNS records by which receivers recognize the sender. */
export function MailDomain() {
  return (
    <Section title="Domain" note="The same as vingate doctor --mail.">
      <Loaded query={useQuery(mailDomain)} what="Could not check the domain">
        {(records) => (
          <Table
            caption="DNS records"
            items={records}
            keyOf={({ record }) => record}
            columns={[
              { head: "Record", cell: ({ record }) => record },
              {
                head: "State",
                cell: ({ state }) => <Mark outcome={states[state][0]}>{states[state][1]}</Mark>,
              },
              {
                head: "Value",
                cell: ({ name, expected, found }) => (
                  <code className="wrapany">{`${name} TXT "${found ?? expected}"`}</code>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}

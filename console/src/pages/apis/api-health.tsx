import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type ApiHealth, healthOf } from "../../api/registered-apis.ts";
import { count, milliseconds, share } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { ErrorCode } from "../../parts/error-code.tsx";
import { Facts, Figures } from "../../parts/facts.tsx";
import { Mark, Status } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, countColumn, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Misfits } from "./api-misfits.tsx";

type Health = ApiHealth;
type ErrorRow = Health["sample"]["errors"][number];
type Node = Health["nodes"][number];

const columns: readonly Column<ErrorRow>[] = [
  {
    head: t("Error"),
    cell: ({ response_code, error_code }) => (
      <>
        <Status status={response_code} />
        <span className="sub">{error_code ? <ErrorCode code={error_code} /> : t("sent by the backend")}</span>
      </>
    ),
  },
  countColumn(t("Calls"), ({ calls }) => calls),
  { head: t("Last"), cell: ({ last_at }) => <Time at={last_at} show="recent" />, figures: true },
];

function headline({ call_count_total: calls, call_count_server_error: errors }: Health): string {
  if (calls === 0) return t("No calls in the last hour");
  const failed =
    errors === 0
      ? t("no server errors")
      : t("{errors, plural, one {# server error} other {# server errors}} ({share})", {
          errors,
          share: share(errors, calls),
        });
  return t("{calls, plural, one {# call} other {# calls}} in the last hour, {failed}", {
    calls,
    failed,
  });
}

const breakers: Readonly<Record<Node["breaker"], readonly ["ok" | "failed" | "blocked", string]>> = {
  closed: ["ok", t("Closed")],
  open: ["failed", t("Open")],
  probing: ["blocked", t("Probing")],
};

function Breaker({ breaker }: { breaker: Node["breaker"] }) {
  const [outcome, words] = breakers[breaker];
  return <Mark outcome={outcome}>{words}</Mark>;
}

const nodeColumns: readonly Column<Node>[] = [
  { head: t("Node"), cell: ({ name }) => name },
  { head: t("Breaker"), cell: ({ breaker }) => <Breaker breaker={breaker} /> },
  countColumn(t("Calls under way"), ({ calls_under_way }) => calls_under_way),
  countColumn(t("At most"), ({ calls_max }) => calls_max),
  { head: t("Seen"), cell: ({ seen_at }) => <Time at={seen_at} show="recent" />, figures: true },
];

/** One node in words, several in a table. */
function nodeFacts([node, ...others]: readonly Node[]): readonly (readonly [string, ReactNode])[] {
  if (!node || others.length > 0) return [];
  const { breaker, calls_under_way, calls_max } = node;
  return [
    [t("Breaker"), <Breaker key="breaker" breaker={breaker} />],
    [
      t("Calls under way"),
      t("{callsUnderWay} of at most {callsMax}", {
        callsUnderWay: count(calls_under_way),
        callsMax: count(calls_max),
      }),
    ],
  ];
}

const both = (times: Health["sample"]["api_time"]) =>
  times && `${milliseconds(times.p50)} / ${milliseconds(times.p99)}`;

/** Calls, errors, times and the breaker of an API in the last hour. */
export function Health({ apiId, builtin }: { readonly apiId: string; readonly builtin: boolean }) {
  const query = useQuery(healthOf(apiId));
  return (
    <Loaded query={query} what={t("Could not load the health")} rows={3}>
      {(health) => {
        const { sample, nodes } = health;
        return (
          <Section
            title={headline(health)}
            note={t("{sample} Each node has its own breaker; an open breaker returns 503.", {
              sample:
                sample.calls === 0
                  ? t("No calls yet.")
                  : t("Times and errors of the last {calls, plural, one {# call} other {# calls}}.", {
                      calls: sample.calls,
                    }),
            })}
            aside={
              <Link to="/calls" search={{ api: apiId }}>
                {t("View calls")}
              </Link>
            }
          >
            <Figures
              figures={[
                [t("Successful"), count(health.call_count_success)],
                [t("Client errors"), count(health.call_count_client_error)],
                [t("Server errors"), count(health.call_count_server_error)],
              ]}
            />
            <Facts
              facts={[
                [t("Whole call, p50 / p99"), both(sample.api_time) ?? t("No calls")],
                ...(builtin
                  ? []
                  : [[t("Backend, p50 / p99"), both(sample.service_time) ?? t("No calls")] as const]),
                ...nodeFacts(nodes),
              ]}
            />
            {nodes.length > 1 && (
              <Table
                caption={t("Nodes")}
                items={nodes}
                keyOf={({ instance }) => instance}
                columns={nodeColumns}
              />
            )}
            {sample.errors.length > 0 && (
              <Table
                caption={t("Errors of the last hour")}
                items={sample.errors}
                keyOf={({ response_code, error_code }) => `${response_code} ${error_code}`}
                columns={columns}
              />
            )}
            <Misfits misfits={health.misfits} />
          </Section>
        );
      }}
    </Loaded>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type ApiHealth, healthOf } from "../../api/registered-apis.ts";
import { count, counted, milliseconds, share } from "../../base/format.ts";
import { ErrorCode } from "../../parts/error-code.tsx";
import { Facts, Figures } from "../../parts/facts.tsx";
import { Mark, Status } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, countColumn, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";

type Health = ApiHealth;
type ErrorRow = Health["sample"]["errors"][number];
type Node = Health["nodes"][number];

const columns: readonly Column<ErrorRow>[] = [
  {
    head: "Error",
    cell: ({ response_code, error_code }) => (
      <>
        <Status status={response_code} />
        <span className="sub">{error_code ? <ErrorCode code={error_code} /> : "sent by the backend"}</span>
      </>
    ),
  },
  countColumn("Calls", ({ calls }) => calls),
  { head: "Last", cell: ({ last_at }) => <Time at={last_at} show="recent" />, figures: true },
];

function headline({ call_count_total: calls, call_count_server_error: errors }: Health): string {
  if (calls === 0) return "No calls in the last hour";
  const failed =
    errors === 0 ? "no server errors" : `${count(errors)} server errors (${share(errors, calls)})`;
  return `${count(calls)} ${calls === 1 ? "call" : "calls"} in the last hour, ${failed}`;
}

const breakers: Readonly<Record<Node["breaker"], readonly ["ok" | "failed" | "blocked", string]>> = {
  closed: ["ok", "Closed"],
  open: ["failed", "Open"],
  probing: ["blocked", "Probing"],
};

function Breaker({ breaker }: { breaker: Node["breaker"] }) {
  const [outcome, words] = breakers[breaker];
  return <Mark outcome={outcome}>{words}</Mark>;
}

const nodeColumns: readonly Column<Node>[] = [
  { head: "Node", cell: ({ name }) => name },
  { head: "Breaker", cell: ({ breaker }) => <Breaker breaker={breaker} /> },
  countColumn("Calls under way", ({ calls_under_way }) => calls_under_way),
  countColumn("At most", ({ calls_max }) => calls_max),
  { head: "Seen", cell: ({ seen_at }) => <Time at={seen_at} show="recent" />, figures: true },
];

/** One node in words, several in a table. */
function nodeFacts([node, ...others]: readonly Node[]): readonly (readonly [string, ReactNode])[] {
  if (!node || others.length > 0) return [];
  const { breaker, calls_under_way, calls_max } = node;
  return [
    ["Breaker", <Breaker key="breaker" breaker={breaker} />],
    ["Calls under way", `${count(calls_under_way)} of at most ${count(calls_max)}`],
  ];
}

const both = (times: Health["sample"]["api_time"]) =>
  times && `${milliseconds(times.p50)} / ${milliseconds(times.p99)}`;

/** Calls, errors, times and the breaker of an API in the last hour. */
export function Health({ apiId, builtin }: { readonly apiId: string; readonly builtin: boolean }) {
  const query = useQuery(healthOf(apiId));
  return (
    <Loaded query={query} what="Could not load the health" rows={3}>
      {(health) => {
        const { sample, nodes } = health;
        return (
          <Section
            title={headline(health)}
            note={`${sample.calls === 0 ? "No calls yet." : `Times and errors of the last ${counted(sample.calls, "call")}.`} Each node has its own breaker; an open breaker returns 503.`}
            aside={
              <Link to="/requests" search={{ api: apiId }}>
                View calls
              </Link>
            }
          >
            <Figures
              figures={[
                ["Successful", count(health.call_count_success)],
                ["Client errors", count(health.call_count_client_error)],
                ["Server errors", count(health.call_count_server_error)],
              ]}
            />
            <Facts
              facts={[
                ["Whole call, p50 / p99", both(sample.api_time) ?? "No calls"],
                ...(builtin
                  ? []
                  : [["Backend, p50 / p99", both(sample.service_time) ?? "No calls"] as const]),
                ...nodeFacts(nodes),
              ]}
            />
            {nodes.length > 1 && (
              <Table caption="Nodes" items={nodes} keyOf={({ instance }) => instance} columns={nodeColumns} />
            )}
            {sample.errors.length > 0 && (
              <Table
                caption="Errors of the last hour"
                items={sample.errors}
                keyOf={({ response_code, error_code }) => `${response_code} ${error_code}`}
                columns={columns}
              />
            )}
          </Section>
        );
      }}
    </Loaded>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import type { RequestRecord } from "../../api/client.ts";
import { apis, products } from "../../api/queries.ts";
import { requestById } from "../../api/requests.ts";
import { useUser } from "../../api/session.ts";
import { bytes, counted, milliseconds, moment } from "../../base/format.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { ErrorCode } from "../../parts/error-code.tsx";
import { Facts } from "../../parts/facts.tsx";
import { outcomeOf, Status } from "../../parts/outcome.tsx";
import { Loaded } from "../../parts/states.tsx";
import { PathText } from "../../parts/vin-text.tsx";

/** Why a call cost what it cost. */
function reasonOf({ credits, response_code: status }: RequestRecord, apiName: string): string {
  if (credits > 0) return `A call of ${apiName} costs ${counted(credits, "credit")} in its plan.`;
  if (status === 200)
    return "Lists and selectors are free, and so is a call that its plan prices at nothing.";
  if (status === 404) return "What is not found is not charged in its plan.";
  if (outcomeOf(status) === "blocked") return "A call that is refused is never charged.";
  return status === 422
    ? "An invalid request is never charged."
    : "A call that could not be answered is never charged.";
}

interface PanelProps {
  readonly requestId: string;
  close(): void;
}

/** One call in full, beside the list. Escape closes it. */
export function RequestPanel({ requestId, close }: PanelProps) {
  const query = useQuery(requestById(requestId));
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), [requestId]);
  return (
    <aside
      id="panel"
      aria-label="One call"
      tabIndex={-1}
      ref={panel}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <div className="pan-h">
        <span className="muted sm">One call</span>
        <Button onPress={close}>Close</Button>
      </div>
      <Loaded query={query} what="The call could not be read">
        {(record) =>
          record ? (
            <Whole record={record} />
          ) : (
            <p className="note">
              The log holds no call <code>{requestId}</code>. It may be older than the log is kept, or another
              account's.
            </p>
          )
        }
      </Loaded>
    </aside>
  );
}

function Whole({ record }: { readonly record: RequestRecord }) {
  const operator = useUser().role === "operator";
  const names = useQuery(apis).data?.items;
  const plans = useQuery(products).data?.items;
  const apiName = names?.find(({ id }) => id === record.api_id)?.display_name ?? record.api_id;
  const plan = plans?.find(({ id }) => id === record.product_id)?.display_name ?? record.product_id;
  const facts: [string, ReactNode][] = [
    ...(record.error_code
      ? [["Error", <ErrorCode key="e" code={record.error_code} />] as [string, ReactNode]]
      : []),
    ["Time", `${moment(record.timestamp)} UTC`],
    ["Took", milliseconds(record.api_time)],
    ["API", apiName],
    ["Operation", <code key="o">{record.operation}</code>],
    ["Key", record.key ?? <span className="unknown">unknown</span>],
    [
      "Data",
      record.data_source ? (
        <span className={/demo/.test(record.data_source) ? "tag tag-syn" : "tag"}>{record.data_source}</span>
      ) : (
        <span className="unknown">none</span>
      ),
    ],
    ["Plan", plan ?? <span className="unknown">unknown</span>],
    ["Subscription", <code key="s">{record.subscription_id}</code>],
    [
      "From",
      record.ip_address ? <code key="i">{record.ip_address}</code> : <span className="unknown">unknown</span>,
    ],
    ["Answer", bytes(record.response_size)],
    ["Request id", <code key="r">{record.request_id}</code>],
  ];
  return (
    <>
      <h2>
        <Status status={record.response_code} />
      </h2>
      <p className="pan-u">
        {record.method} <PathText path={record.url} />
      </p>
      <div className="charge">
        <p className="k">
          {record.credits === 0 ? "Nothing charged" : `${counted(record.credits, "credit")} charged`}
        </p>
        <p className="muted sm">{reasonOf(record, apiName)}</p>
      </div>
      <Facts facts={facts} />
      <p className="actions note">
        <Button onPress={() => copyText(record.request_id, "The request id is copied")}>Copy id</Button>
        {record.method === "GET" && !operator && (
          <Link className="btn" to="/reference" search={{ op: record.operation, replay: record.url }}>
            Make it again
          </Link>
        )}
        {operator && (
          <Link className="btn" to={`/users/${record.user_id}`}>
            Open the customer
          </Link>
        )}
      </p>
    </>
  );
}

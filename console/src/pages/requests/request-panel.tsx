import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { useAccount } from "../../api/account.ts";
import type { RequestRecord } from "../../api/client.ts";
import { apis, products } from "../../api/queries.ts";
import { callById, type FoundCall } from "../../api/requests.ts";
import { bytes, count, milliseconds } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { ErrorCode } from "../../parts/error-code.tsx";
import { Facts } from "../../parts/facts.tsx";
import { outcomeOf, Status } from "../../parts/outcome.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { Panel } from "../../parts/panel.tsx";
import { Link } from "../../parts/router.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Source } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { PathText } from "../../parts/vin-text.tsx";
import { useNames } from "../usage/use-names.ts";

/** The reason for the price of a call. */
function priceReason({ credits, cache, key, response_code: status }: RequestRecord, apiName: string): string {
  if (key === "test") return t("Test calls are free.");
  if (cache === "hit") return t("Repeats a call of the last 24 hours that was charged.");
  if (credits > 0)
    return t("{apiName} costs {credits, plural, one {# credit} other {# credits}} in this plan.", {
      apiName,
      credits,
    });
  if (status === 200) return t("Lists and selectors are free, as are calls with the price 0.");
  if (status === 404) return t("Not found is free in this plan.");
  if (status === 304) return t("An unchanged response (304) is free in this plan.");
  if (outcomeOf(status) === "blocked") return t("Blocked calls are free.");
  return status === 422 ? t("Invalid requests are free.") : t("Failed calls are free.");
}

interface PanelProps {
  /** The ID of a call, or a request ID. */
  readonly id: string;
  /** Lists all calls with the request ID. */
  list(): void;
  close(): void;
}

/** The details of a call. Escape closes them. */
export function RequestPanel({ id, list, close }: PanelProps) {
  const query = useQuery(callById(id));
  return (
    <Panel title={t("Call details")} of={id} close={close}>
      <Loaded query={query} what={t("Could not load the call")}>
        {({ record, total }) =>
          record ? (
            <Details record={record} total={total} list={list} />
          ) : (
            <p className="note">
              <T
                text="No matching call {id}. It can be older than the log or belong to another user."
                id={<code>{id}</code>}
              />
            </p>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** The backend's part of the duration. */
function backendTime({ cache, service_time }: RequestRecord): string {
  if (cache === "hit") return t("0 ms, cached response");
  return service_time === 0 ? t("not called") : milliseconds(service_time);
}

function Details({ record, total, list }: FoundCall & { record: RequestRecord } & Pick<PanelProps, "list">) {
  const operator = useAccount().role === "operator";
  const customer = useNames([operator ? record.user_id : undefined]).get(record.user_id) ?? record.user_id;
  const names = useQuery(apis).data?.items;
  const plans = useQuery(products).data?.items;
  const called = names?.find(({ id }) => id === record.api_id);
  const apiName = sentText(called?.display_name ?? record.api_id);
  const plan = plans?.find(({ id }) => id === record.product_id)?.display_name ?? record.product_id;
  const facts: (readonly [string, ReactNode])[] = [
    [t("Time"), <Time key="t" at={record.timestamp} />],
    ...(operator
      ? [
          [
            t("Customer"),
            <Link key="u" to={`/customers/${record.user_id}`} dir="auto">
              {customer}
            </Link>,
          ] as const,
        ]
      : []),
    [t("Duration"), milliseconds(record.api_time)],
    ...(called?.builtin === false ? [[t("Backend"), backendTime(record)] as const] : []),
    ["API", apiName],
    [t("Operation"), <code key="o">{record.operation}</code>],
    [t("Key"), record.key],
    [t("Source"), record.data_source ? <Source key="d" name={record.data_source} /> : t("none")],
    [t("Called by"), record.source === "mcp" ? t("MCP tool") : "HTTP"],
    [t("Plan"), plan],
    [t("Subscription"), <code key="s">{record.subscription_id}</code>],
    [t("IP address"), record.ip_address && <code key="i">{record.ip_address}</code>],
    [t("Size"), bytes(record.response_size)],
    [t("Call ID"), <code key="c">{record.call}</code>],
    [t("Request ID"), <code key="r">{record.request_id}</code>],
  ];
  if (record.error_code) facts.unshift([t("Error"), <ErrorCode key="e" code={record.error_code} />]);
  return (
    <>
      <h2>
        <Status status={record.response_code} />
      </h2>
      <p className="pan-u">
        {record.method} <PathText path={record.url} />
      </p>
      {total > 1 && (
        <p className="actions note">
          <span>{t("{total} calls have this request ID. This is the newest.", { total: count(total) })}</span>
          <Button onPress={list}>{t("List all")}</Button>
        </p>
      )}
      <div className="charge">
        <p className="k">
          {record.credits === 0
            ? t("Nothing charged")
            : t("{credits, plural, one {# credit} other {# credits}} charged", { credits: record.credits })}
        </p>
        <p className="muted sm">{priceReason(record, apiName)}</p>
      </div>
      <AddedParts record={record} />
      <Facts facts={facts} />
      <p className="actions note">
        <Button onPress={() => copyText(record.call, t("Call ID copied"))}>{t("Copy call ID")}</Button>
        <Button onPress={() => copyText(record.request_id, t("Request ID copied"))}>
          {t("Copy request ID")}
        </Button>
        {record.method === "GET" && !operator && (
          <Link className="btn" to="/docs/reference" search={{ op: record.operation, replay: record.url }}>
            {t("Run again")}
          </Link>
        )}
      </p>
    </>
  );
}

/** The sections of features. */
function AddedParts({ record }: { record: RequestRecord }) {
  const added = pageParts().flatMap(({ call = [] }) => call);
  if (added.length === 0) return null;
  return (
    <>
      <Suspense>
        {added.map((Part, index) => (
          <Part key={`${index + 1}`} record={record} />
        ))}
      </Suspense>
      <h3 className="pan-s">{t("Details")}</h3>
    </>
  );
}

import type { RequestRecord } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Status } from "../../parts/outcome.tsx";
import { Unknown } from "../../parts/table.tsx";
import { localDay, Time } from "../../parts/time.tsx";
import { PathText } from "../../parts/vin-text.tsx";

interface RequestTableProps {
  readonly items: readonly RequestRecord[];
  /** The ID of a call, or a request ID. */
  readonly chosen?: string | undefined;
  /** The name of a user; the column is shown if it is given. */
  readonly customer?: ((userId: string) => string) | undefined;
  choose(callId: string): void;
}

/** Calls, one per row. The first row of a day names it. */
export function RequestTable({ items, chosen, customer, choose }: RequestTableProps) {
  const days = items.map(({ timestamp }) => localDay(timestamp));
  return (
    <table className="t rt">
      <caption className="vh">{t("Calls, newest first")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Time")}</th>
          <th scope="col">{t("Status")}</th>
          <th scope="col">{t("Request")}</th>
          {customer && (
            <th scope="col" className="a-w">
              {t("Customer")}
            </th>
          )}
          <th scope="col" className="a-k">
            {t("Key")}
          </th>
          <th scope="col" className="a-d">
            {t("Source")}
          </th>
          <th scope="col" className="num">
            {t("Credits")}
          </th>
          <th scope="col" className="num">
            ms
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((one, index) => (
          <tr
            key={one.call}
            aria-selected={one.call === chosen || one.request_id === chosen}
            onClick={() => choose(one.call)}
          >
            <td className="a-t">
              <button
                type="button"
                className="rowb"
                data-id={one.call}
                onClick={(event) => {
                  event.stopPropagation();
                  choose(one.call);
                }}
              >
                <T
                  text="{time}<hidden>, show this call</hidden>"
                  time={<Time at={one.timestamp} show={days[index] === days[index - 1] ? "clock" : "day"} />}
                  hidden={(words) => <span className="vh">{words}</span>}
                />
              </button>
            </td>
            <td className="a-s">
              <Status status={one.response_code} bare />
            </td>
            <td className="a-u">
              <PathText path={one.url} />
              {one.error_code && <span className="sub mono">{one.error_code}</span>}
            </td>
            {customer && (
              <td className="a-w" dir="auto">
                {customer(one.user_id)}
              </td>
            )}
            <td className="soft a-k">{keyOf(one)}</td>
            <td className="soft a-d">{one.data_source ?? ""}</td>
            <td className={one.credits === 0 ? "num soft a-c" : "num a-c"}>{one.credits}</td>
            <td className="num a-m">{one.api_time.toFixed(1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function keyOf({ key }: RequestRecord) {
  if (key === "test") return <span className="tag tag-syn">{t("test")}</span>;
  return key ?? <Unknown />;
}

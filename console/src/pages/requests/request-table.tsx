import type { RequestRecord } from "../../api/client.ts";
import { clock, day } from "../../base/format.ts";
import { Status } from "../../parts/outcome.tsx";
import { Unknown } from "../../parts/table.tsx";
import { PathText } from "../../parts/vin-text.tsx";

interface RequestTableProps {
  readonly items: readonly RequestRecord[];
  readonly chosen?: string | undefined;
  choose(requestId: string): void;
}

/** Calls, one per row. */
export function RequestTable({ items, chosen, choose }: RequestTableProps) {
  return (
    <table className="t rt">
      <caption className="vh">Calls, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time (UTC)</th>
          <th scope="col">Status</th>
          <th scope="col">Request</th>
          <th scope="col" className="a-k">
            Key
          </th>
          <th scope="col" className="a-d">
            Source
          </th>
          <th scope="col" className="num">
            Credits
          </th>
          <th scope="col" className="num">
            ms
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr
            key={one.request_id}
            aria-selected={one.request_id === chosen}
            onClick={() => choose(one.request_id)}
          >
            <td className="a-t">
              <button
                type="button"
                className="rowb"
                data-id={one.request_id}
                title={day(one.timestamp)}
                onClick={(event) => {
                  event.stopPropagation();
                  choose(one.request_id);
                }}
              >
                {clock(one.timestamp)}
                <span className="vh">, show this call</span>
              </button>
            </td>
            <td className="a-s">
              <Status status={one.response_code} bare />
            </td>
            <td className="a-u">
              <PathText path={one.url} />
              {one.error_code && <span className="sub mono">{one.error_code}</span>}
            </td>
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
  if (key === "test") return <span className="tag tag-syn">test</span>;
  return key ?? <Unknown />;
}

import type { Api } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { isEmpty, shownWhole, type Typed, wholeFault } from "../../base/typed-numbers.ts";
import { type Column, Table } from "../../parts/table.tsx";

interface PlanApisProps {
  readonly apis: readonly Api[];
  /** The IDs of the plan's APIs. */
  readonly included: ReadonlySet<string>;
  include(included: ReadonlySet<string>): void;
  /** Prices as typed, by API ID. */
  readonly prices: Readonly<Record<string, Typed>>;
  setPrices(prices: Readonly<Record<string, Typed>>): void;
  /** The price of an API without its own. */
  readonly usual: string;
}

interface Row {
  readonly id: string;
  readonly name: string;
  /** The policy prices an API that does not exist. */
  readonly unknown: boolean;
}

/** Every API: whether the plan includes it, and its price. */
export function PlanApis({ apis, included, include, prices, setPrices, usual }: PlanApisProps) {
  const known = new Set(apis.map(({ id }) => id));
  const unknown = Object.keys(prices).filter((id) => !known.has(id) && !isEmpty(prices[id] ?? ""));
  const rows: readonly Row[] = [
    ...apis.map(({ id, display_name: name }) => ({ id, name, unknown: false })),
    ...unknown.map((id) => ({ id, name: id, unknown: true })),
  ];
  const toggle = (id: string) => {
    const next = new Set(included);
    if (!next.delete(id)) next.add(id);
    include(next);
  };
  const columns: readonly Column<Row>[] = [
    {
      head: "API",
      cell: ({ id, name, unknown: missing }) =>
        missing ? (
          <>
            <code>{name}</code> <span className="sub">{t("No such API. Clear its price to remove it.")}</span>
          </>
        ) : (
          <label className="check">
            <input type="checkbox" checked={included.has(id)} onChange={() => toggle(id)} />
            <bdi>{name}</bdi>
          </label>
        ),
    },
    {
      head: t("Credits per call"),
      className: "price",
      cell: ({ id, name }) => {
        const typed = prices[id] ?? "";
        const fault = wholeFault(typed);
        return (
          <>
            <input
              className="in"
              inputMode="numeric"
              autoComplete="off"
              aria-label={t("Credits per call of {name}", { name })}
              aria-invalid={fault ? true : undefined}
              value={shownWhole(typed)}
              placeholder={usual}
              onChange={({ target }) => setPrices({ ...prices, [id]: target.value })}
            />
            {fault && <em className="fault">{fault}</em>}
          </>
        );
      },
    },
  ];
  return (
    <>
      {included.size === 0 && (
        <p className="note">
          {t("No API is included. Every call of a subscription to this plan returns 403.")}
        </p>
      )}
      <Table
        className="prices"
        caption={t("APIs and prices")}
        items={rows}
        keyOf={({ id }) => id}
        columns={columns}
      />
    </>
  );
}

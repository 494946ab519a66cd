import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAccount } from "../../api/account.ts";
import { apis, subscriptionsOf } from "../../api/queries.ts";
import { isCallId, isRequestId } from "../../api/requests.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import type { Range } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Select } from "../../parts/field.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { statusText } from "../../parts/outcome.tsx";
import { Pop } from "../../parts/pop.tsx";
import { RangePicker } from "../../parts/range-picker.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { ZoneSwitch } from "../../parts/times-choice.tsx";
import { NameFilter } from "../operator/name-filter.tsx";
import { useNames } from "../usage/use-names.ts";

const statuses: readonly (readonly [value: string, text: string])[] = [
  ["", t("All")],
  ["2xx", t("2xx Successful")],
  ["4xx", t("4xx Client error")],
  ["5xx", t("5xx Server error")],
  ...[304, 401, 402, 403, 404, 422, 429, 500, 503].map(
    (status) => [String(status), `${status} ${statusText(status)}`] as const,
  ),
];

export const keyNames = { primary: t("Primary"), secondary: t("Secondary"), test: t("Test") } as const;

/** The search parameters that reports over time do not have. */
export const single = ["status", "error", "operation", "key", "request", "q"] as const;
const filters = ["user", "api", "subscription", ...single] as const;

export const cleared = (names: readonly string[]) =>
  Object.fromEntries([...names, "page"].map((name) => [name, ""]));

/** The search, the range and the filters of calls. The address keeps them. */
export function CallFilters({ range }: { range: Range }) {
  const account = useAccount();
  const { search, change } = useSearchState();
  const operator = account.role === "operator";
  const owner = operator ? (search.user ?? "") : account.id;
  const own = useQuery({ ...subscriptionsOf(owner), enabled: owner !== "" }).data?.items ?? [];
  const known = useQuery(apis).data?.items ?? [];
  const narrow = (to: Readonly<Record<string, string>>) => change({ ...to, page: "" });
  return (
    <>
      <div className="finds">
        <CallSearch applied={search.q ?? ""} apply={(q) => narrow({ q })} open={(id) => change({ id })} />
        <RangePicker
          bare
          range={range}
          pick={(picked) => narrow({ range: "", from: "", to: "", ...picked })}
        />
        <Pop label={t("Filters")} bare summary={t("Add filter")}>
          {() => (
            <div className="rng-f">
              {operator && (
                <NameFilter label={t("Customer")} placeholder={t("Name or email")} name="user" value="id" />
              )}
              <Select
                label={t("Status")}
                value={search.error ? "" : (search.status ?? "")}
                options={statuses}
                change={(status) => narrow({ status, error: "" })}
              />
              <FilterSelect
                label="API"
                name="api"
                options={known.map((one) => [one.id, sentText(one.display_name)])}
              />
              {own.length > 1 && (
                <FilterSelect
                  label={t("Subscription")}
                  name="subscription"
                  options={own.map(({ id, display_name }) => [id, display_name])}
                />
              )}
              <FilterSelect label={t("Key")} name="key" options={Object.entries(keyNames)} />
            </div>
          )}
        </Pop>
        <ZoneSwitch />
      </div>
      <Applied
        names={{ api: sentText(nameIn(known, search.api)), subscription: nameIn(own, search.subscription) }}
      />
    </>
  );
}

const nameIn = (items: readonly { readonly id: string; readonly display_name: string }[], id = "") =>
  items.find((one) => one.id === id)?.display_name ?? id;

/** What is filtered by, each with a button that removes it. */
function Applied({ names }: { names: { readonly api: string; readonly subscription: string } }) {
  const { search, change } = useSearchState();
  const { user = "", error, status = "" } = search;
  const customer = useNames([useAccount().role === "operator" ? user : ""]).get(user) ?? user;
  const chips: readonly (readonly [label: string, value: ReactNode, ...names: string[]])[] = [
    [t("Customer"), customer, "user", "subscription"],
    ["API", names.api, "api"],
    [t("Subscription"), names.subscription, "subscription"],
    [t("Status"), [status, error].filter(Boolean).join(" "), "status", "error"],
    [t("Operation"), search.operation, "operation"],
    [t("Key"), keyNames[search.key as keyof typeof keyNames] ?? search.key, "key"],
    [t("Request ID"), search.request, "request"],
    [t("Path"), search.q, "q"],
  ];
  if (!filters.some((name) => search[name])) return null;
  return (
    <p className="chips">
      {chips.map(
        ([label, value, ...of]) =>
          value && (
            <Chip key={label} label={label} clear={() => change(cleared(of))}>
              {value}
            </Chip>
          ),
      )}
      <Button look="text" onPress={() => change(cleared(filters))}>
        {t("Clear filters")}
      </Button>
    </p>
  );
}

interface CallSearchProps {
  readonly applied: string;
  apply(q: string): void;
  /** Opens a call by its ID, or by its request ID. */
  open(id: string): void;
}

/** Applied on submit and on blur, since each search reads the log. An ID opens the call, which can be outside of the range. */
function CallSearch({ applied, apply, open }: CallSearchProps) {
  const submit = (text: string, reset: () => void) => {
    if (isCallId(text) || isRequestId(text)) {
      reset();
      open(text);
    } else if (text !== applied) apply(text);
  };
  return (
    <SearchBox
      label={t("Search calls")}
      placeholder={t("VIN, path, request ID or call ID")}
      maxLength={100}
      className="mono"
      applied={applied}
      onBlur
      submit={submit}
    />
  );
}

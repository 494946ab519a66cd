import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useAccount } from "../../api/account.ts";
import { subscriptionsOf } from "../../api/queries.ts";
import { isCallId } from "../../api/requests.ts";
import { t } from "../../base/language/language.ts";
import type { Range } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { statusText } from "../../parts/outcome.tsx";
import { RangePicker } from "../../parts/range-picker.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { NameFilter } from "../operator/name-filter.tsx";
import { ApiSelect } from "../usage/api-select.tsx";

const statuses: readonly (readonly [value: string, text: string])[] = [
  ["", t("All")],
  ["2xx", t("2xx Successful")],
  ["4xx", t("4xx Client error")],
  ["5xx", t("5xx Server error")],
  ...[304, 401, 402, 403, 404, 422, 429, 500, 503].map(
    (status) => [String(status), `${status} ${statusText(status)}`] as const,
  ),
];

/** The search parameters of the filters, except range and user. */
const filters = ["status", "error", "api", "operation", "subscription", "key", "request", "q"] as const;

/** The filters of the request log. The address keeps them. */
export function RequestFilters({ range }: { range: Range }) {
  const account = useAccount();
  const { search, change } = useSearchState();
  const owner = account.role === "operator" ? (search.user ?? "") : account.id;
  const own = useQuery({ ...subscriptionsOf(owner), enabled: owner !== "" }).data?.items ?? [];
  const narrow = (to: Readonly<Record<string, string>>) => change({ ...to, page: "" });
  const status = [search.status, search.error].filter(Boolean).join(" ");
  return (
    <div className="filters note">
      {account.role === "operator" && (
        <NameFilter label={t("Customer")} placeholder={t("Name or email")} name="user" value="id" />
      )}
      <RangePicker range={range} pick={(picked) => narrow({ range: "", from: "", to: "", ...picked })} />
      <Select
        label={t("Status")}
        value={status}
        options={search.error ? [...statuses, status] : statuses}
        change={(value) => {
          const [code = "", error = ""] = value.split(" ");
          narrow({ status: code, error });
        }}
      />
      <ApiSelect />
      {own.length > 1 && (
        <FilterSelect
          label={t("Subscription")}
          name="subscription"
          options={own.map(({ id, display_name }) => [id, display_name])}
        />
      )}
      <FilterSelect
        label={t("Key")}
        name="key"
        options={[
          ["primary", t("Primary")],
          ["secondary", t("Secondary")],
          ["test", t("Test")],
        ]}
      />
      <PathFilter applied={search.q ?? ""} apply={(q) => narrow({ q })} open={(id) => change({ id })} />
      {filters.some((name) => search[name]) && (
        <Button onPress={() => narrow(Object.fromEntries(filters.map((name) => [name, ""])))}>
          {t("Clear filters")}
        </Button>
      )}
    </div>
  );
}

interface PathFilterProps {
  readonly applied: string;
  apply(q: string): void;
  /** Opens a call by its ID. */
  open(callId: string): void;
}

/** Applied on submit and on blur, since each search reads the log. A call ID opens the call, which can be outside of the range. */
function PathFilter({ applied, apply, open }: PathFilterProps) {
  const [typed, setTyped] = useState(applied);
  useEffect(() => setTyped(applied), [applied]);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const text = typed.trim();
    if (isCallId(text)) {
      setTyped(applied);
      open(text);
    } else if (text !== applied) apply(text);
  };
  return (
    <form onSubmit={submit}>
      <Field
        label={t("VIN, path or call ID")}
        type="search"
        className="mono"
        value={typed}
        maxLength={100}
        placeholder={t("5J6RW2H59")}
        autoComplete="off"
        spellCheck={false}
        change={setTyped}
        onBlur={() => submit()}
      />
    </form>
  );
}

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { subscriptionsOf } from "../../api/queries.ts";
import { useUser } from "../../api/session.ts";
import type { Range } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { wordOf } from "../../parts/outcome.tsx";
import { RangePicker } from "../../parts/range-picker.tsx";
import { useSearchState } from "../../parts/use-search-state.ts";
import { ApiSelect } from "../usage/api-select.tsx";

const classes = [
  ["2xx", "2xx Answered"],
  ["4xx", "4xx Refused or not found"],
  ["5xx", "5xx The service failed"],
] as const;
const statuses = [304, 401, 402, 403, 404, 422, 429, 500, 503];

/** Members of the address that narrow the log down, beside its range and whose calls they are. */
const filters = ["status", "error", "api", "subscription", "key", "q"] as const;

/** What the request log is narrowed down to; all of it is in the address. */
export function RequestFilters({ range }: { readonly range: Range }) {
  const user = useUser();
  const { search, change } = useSearchState();
  const operator = user.role === "operator";
  const owner = operator ? (search.user ?? "") : user.id;
  const own = useQuery({ ...subscriptionsOf(owner), enabled: owner !== "" }).data?.items ?? [];
  const narrow = (to: Readonly<Record<string, string>>) => change({ ...to, page: "" });
  const ended = [search.status, search.error].filter(Boolean).join(" ");
  const active = filters.some((name) => search[name]);
  return (
    <div className="filters note">
      <RangePicker range={range} pick={(picked) => narrow({ range: "", from: "", to: "", ...picked })} />
      <Select
        label="Outcome"
        value={ended}
        onChange={(event) => {
          const [status = "", error = ""] = event.target.value.split(" ");
          narrow({ status, error });
        }}
      >
        <option value="">All</option>
        {search.error && <option value={ended}>{ended}</option>}
        {classes.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
        {statuses.map((status) => (
          <option key={status} value={`${status}`}>
            {status} {wordOf(status)}
          </option>
        ))}
      </Select>
      <ApiSelect />
      {own.length > 1 && (
        <Select
          label="Subscription"
          value={search.subscription ?? ""}
          onChange={(event) => narrow({ subscription: event.target.value })}
        >
          <option value="">All</option>
          {own.map(({ id, display_name }) => (
            <option key={id} value={id}>
              {display_name}
            </option>
          ))}
        </Select>
      )}
      <Select label="Key" value={search.key ?? ""} onChange={(event) => narrow({ key: event.target.value })}>
        <option value="">Both</option>
        <option value="primary">Primary</option>
        <option value="secondary">Secondary</option>
      </Select>
      <PathFilter kept={search.q ?? ""} find={(q) => narrow({ q })} />
      {active && (
        <Button onPress={() => narrow(Object.fromEntries(filters.map((name) => [name, ""])))}>
          Show all outcomes and APIs
        </Button>
      )}
    </div>
  );
}

/** A part of the path, searched for when it has been typed: each search reads the log. */
function PathFilter({ kept, find }: { readonly kept: string; find(q: string): void }) {
  const [typed, setTyped] = useState(kept);
  useEffect(() => setTyped(kept), [kept]);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (typed.trim() !== kept) find(typed.trim());
  };
  return (
    <form onSubmit={submit}>
      <Field
        label="VIN or part of the path"
        type="search"
        className="mono"
        value={typed}
        maxLength={100}
        placeholder="5J6RW2H59"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => submit()}
      />
    </form>
  );
}

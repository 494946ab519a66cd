import { useQuery } from "@tanstack/react-query";
import { apis } from "../../api/queries.ts";
import { Select } from "../../parts/field.tsx";
import { useSearchState } from "../../parts/use-search-state.ts";

/** Narrows a page down to the calls of one API; the choice is in the address. */
export function ApiSelect() {
  const { search, change } = useSearchState();
  const { items = [] } = useQuery(apis).data ?? {};
  return (
    <Select
      label="API"
      value={search.api ?? ""}
      onChange={(event) => change({ api: event.target.value, page: "" })}
    >
      <option value="">All</option>
      {items.map(({ id, display_name }) => (
        <option key={id} value={id}>
          {display_name}
        </option>
      ))}
    </Select>
  );
}

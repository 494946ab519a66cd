import { useQuery } from "@tanstack/react-query";
import { apis } from "../../api/queries.ts";
import { FilterSelect } from "../../parts/filter-select.tsx";

/** Shows the calls of one API only. */
export function ApiSelect() {
  const { items = [] } = useQuery(apis).data ?? {};
  return <FilterSelect label="API" name="api" options={items.map((one) => [one.id, one.display_name])} />;
}

import { useQuery } from "@tanstack/react-query";
import { apis } from "../../api/queries.ts";
import { sentText } from "../../base/language/sent.ts";

/** The names of APIs, by ID. */
export function useApiNames(): (id: string) => string {
  const items = useQuery(apis).data?.items ?? [];
  return (id) => sentText(items.find((one) => one.id === id)?.display_name ?? id);
}

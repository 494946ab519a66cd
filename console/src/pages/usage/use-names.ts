import { useQuery } from "@tanstack/react-query";
import { usersBy } from "../../api/operator-queries.ts";

/** Names of the 1,000 newest users by ID. */
export function useNames(): ReadonlyMap<string, string> {
  const users = useQuery({ ...usersBy({ page: 1, page_size: 1000 }), staleTime: 60_000 }).data?.items ?? [];
  return new Map(
    users.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim() || id]),
  );
}

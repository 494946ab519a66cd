import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usersWithIds } from "../../api/operator-queries.ts";
import type { User } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";

/** The most users of one request. */
const idsMax = 100;

/** What a list shows of a user. */
export const nameOf = ({ id, first_name, last_name, state }: User): string =>
  `${first_name} ${last_name}`.trim() || (state === "deleted" ? t("Deleted user") : id);

/** Names of users by ID; the first 100 are read. */
export function useNames(ids: readonly (string | null | undefined)[]): ReadonlyMap<string, string> {
  const distinct = [...new Set(ids.filter((id): id is string => Boolean(id)))].sort().slice(0, idsMax);
  const query = useQuery({
    ...usersWithIds(distinct),
    enabled: distinct.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return new Map((query.data?.items ?? []).map((user) => [user.id, nameOf(user)]));
}

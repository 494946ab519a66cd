import { useQuery } from "@tanstack/react-query";
import { useAccount, useMay } from "../../api/account.ts";
import { remainingOf } from "../../api/remaining.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Link } from "../../parts/router.tsx";
import { afterEvent } from "./remaining-words.ts";

/** The credentials that remained after an event, if the reader may see them; undefined while they load. */
export function useRemaining() {
  const { id, account } = useAccount();
  const may = useMay();
  const isShown = account?.kind === "organization" ? may("members.change") : !account?.is_visit;
  const { data, isLoading } = useQuery({ ...remainingOf(id), enabled: isShown });
  if (isLoading) return undefined;
  // Whoever confirms the address of a new account has just been shown its keys.
  return (data ?? []).filter(({ event }) => event !== "address_proved");
}

/** Above the first page: how many credentials remained after an event, with a link to the list. */
export function RemainingNotice() {
  const isOrganization = useAccount().account?.kind === "organization";
  const list = useRemaining() ?? [];
  const [newest] = list;
  if (!newest) return null;
  return (
    <div className="notice above" role="status">
      <div>
        <p className="k">{afterEvent(newest)}</p>
        <p className="muted">
          <T
            text="{count, plural, one {# credential} other {# credentials}} of before can still be used. <link>View what can still enter</link>."
            count={list.length}
            link={(words) => <Link to={isOrganization ? "/account" : "/me?tab=security"}>{words}</Link>}
          />
        </p>
      </div>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useAccount, useMay } from "../../api/account.ts";
import { remainingOf } from "../../api/remaining.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Link } from "../../parts/router.tsx";
import { afterEvent } from "./remaining-words.ts";

/** Above the overview: how many credentials remained after an event, with a link to the list. */
export function RemainingNotice() {
  const { id, account } = useAccount();
  const may = useMay();
  const isOrganization = account?.kind === "organization";
  const isShown = isOrganization ? may("members.change") : !account?.is_visit;
  const { data = [] } = useQuery({ ...remainingOf(id), enabled: isShown });
  // Whoever confirms the address of a new account has just been shown its keys.
  const list = data.filter(({ event }) => event !== "address_proved");
  const [newest] = list;
  if (!isShown || !newest) return null;
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

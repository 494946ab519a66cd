import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { auditBy } from "../../api/operator-queries.ts";
import { Button } from "../../parts/button.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { ListPage, usePaged } from "../../parts/list-page.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { useNames } from "../usage/use-names.ts";
import { AuditList } from "./audit-list.tsx";

const actions = [
  ["subscription.bump", "Credits added"],
  ["subscription.list_secrets", "Keys viewed"],
  ["subscription.create", "Subscriptions created"],
  ["subscription.update", "Subscriptions updated"],
  ["user.create", "Users created"],
  ["user.update", "Users updated"],
  ["user.delete", "Users deleted"],
  ["policy.update", "Policies updated"],
  ["product.update", "Plans updated"],
  ["api.update", "APIs updated"],
  ["dataset.import", "Records imported"],
  ["ledger.check", "Consistency checks"],
] as const;

/** Every change: who, what, when, from where. */
export function Audit() {
  const { search, change } = useSearchState();
  const names = useNames();
  const { action, actor, object } = search;
  const query = useQuery({
    ...auditBy({ ...usePaged(), action, actor, object }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="Audit log"
      note="Every change and every view of a key: who, when, from where, before and after."
      filters={
        <div className="filters note">
          <FilterSelect label="Action" name="action" options={actions} />
          {(object || actor) && (
            <Button onPress={() => change({ object: "", actor: "", page: "" })}>
              Clear filter: {object ?? actor}
            </Button>
          )}
        </div>
      }
      what="the audit log"
      query={query}
      empty="No matching entries"
      narrowedBy={["action", "object", "actor"]}
      table={(items) => <AuditList entries={items} names={names} />}
      paged
    />
  );
}

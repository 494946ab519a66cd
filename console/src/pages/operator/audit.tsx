import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { auditBy } from "../../api/operator-queries.ts";
import { apis, products } from "../../api/queries.ts";
import { ends } from "../../api/reports.ts";
import { rangeOf } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { ListPage, usePaged } from "../../parts/list-page.tsx";
import { RangePicker } from "../../parts/range-picker.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { AuditList } from "./audit-list.tsx";
import { familyNames } from "./family-names.ts";
import { NameFilter } from "./name-filter.tsx";

const actions = [
  ["subscription.bump", "Credits added"],
  ["subscription.list_secrets", "Keys viewed"],
  ["subscription.create", "Subscriptions created"],
  ["subscription.update", "Subscriptions updated"],
  ["user.create", "Users created"],
  ["user.update", "Users updated"],
  ["user.delete", "Users deleted"],
  ["product.publish_offer", "Offers published"],
  ["policy.update", "Policies updated"],
  ["product.update", "Plans updated"],
  ["api.update", "APIs updated"],
  ["dataset.import", "Records imported"],
  ["ledger.check", "Consistency checks"],
] as const;

/** Every change: who, what, when, from where. */
export function Audit() {
  const { search, change } = useSearchState();
  const plans = useQuery(products).data?.items ?? [];
  const registered = useQuery(apis).data?.items ?? [];
  const { action, actor, object } = search;
  const [now] = useState(Date.now);
  const range = search.range || search.from ? rangeOf(search, "30d", now) : undefined;
  const query = useQuery({
    ...auditBy({ ...usePaged(), action, actor, object, ...(range && ends(range)) }),
    placeholderData: keepPreviousData,
  });
  const none = { action: "", actor: "", object: "", range: "", from: "", to: "", page: "" };
  const entry = query.data?.items[0];
  const chosen = [
    actor && `by ${(actor === entry?.actor && entry.actor_name) || actor}`,
    object && `of ${(object === entry?.object && entry.object_name) || object}`,
  ].filter(Boolean);
  return (
    <ListPage
      title="Audit log"
      note="Every change and every view of a key: who, when, from where, before and after."
      filters={
        <div className="filters note">
          <FilterSelect label="Action" name="action" options={actions} />
          <NameFilter label="Person" name="actor" placeholder="Name or email" />
          <NameFilter
            label="Object"
            name="object"
            placeholder="User, plan, API, dataset"
            others={[
              ...plans.map(({ id, display_name }) => [`/products/${id}`, `Plan ${display_name}`] as const),
              ...registered.map(({ id, display_name }) => [`/apis/${id}`, `API ${display_name}`] as const),
              ...Object.entries(familyNames).map(
                ([id, name]) => [`/datasets/${id}`, `Dataset ${name}`] as const,
              ),
            ]}
          />
          <RangePicker
            range={range ?? { words: "All" }}
            pick={(picked) => change({ range: "", from: "", to: "", page: "", ...picked })}
          />
          {(chosen.length > 0 || action || range) && (
            <Button onPress={() => change(none)}>
              Clear filters{chosen.length > 0 && `: ${chosen.join(", ")}`}
            </Button>
          )}
        </div>
      }
      what="the audit log"
      query={query}
      empty="No matching entries"
      table={(items) => <AuditList entries={items} narrow={(filter) => change({ ...filter, page: "" })} />}
      paged
    />
  );
}

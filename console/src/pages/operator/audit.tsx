import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { auditBy } from "../../api/operator-queries.ts";
import { apis, products } from "../../api/queries.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { ends, rangeOf } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { ListPage, usePaged } from "../../parts/list-page.tsx";
import { RangePicker } from "../../parts/range-picker.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { AuditList } from "./audit-list.tsx";
import { familyNames } from "./family-names.ts";
import { NameFilter } from "./name-filter.tsx";

const actions = [
  ["subscription.bump", t("Credits added")],
  ["subscription.list_secrets", t("Keys viewed")],
  ["subscription.create", t("Subscriptions created")],
  ["subscription.update", t("Subscriptions updated")],
  ["user.create", t("Users created")],
  ["user.update", t("Users updated")],
  ["user.delete", t("Users deleted")],
  ["product.publish_offer", t("Offers published")],
  ["policy.update", t("Policies updated")],
  ["product.update", t("Plans updated")],
  ["api.update", t("APIs updated")],
  ["dataset.import", t("Records imported")],
  ["ledger.check", t("Consistency checks")],
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
    actor && t("by {actorName}", { actorName: (actor === entry?.actor && entry.actor_name) || actor }),
    object && t("of {objectName}", { objectName: (object === entry?.object && entry.object_name) || object }),
  ].filter(Boolean);
  return (
    <ListPage
      title={t("Audit log")}
      note={t("Every change and every view of a key: who, when, from where, before and after.")}
      filters={
        <div className="filters note">
          <FilterSelect label={t("Action")} name="action" options={actions} />
          <NameFilter label={t("Person")} name="actor" placeholder={t("Name or email")} />
          <NameFilter
            label={t("Object")}
            name="object"
            placeholder={t("User, plan, API, dataset")}
            others={[
              ...plans.map(
                ({ id, display_name }) =>
                  [`/products/${id}`, t("Plan {name}", { name: display_name })] as const,
              ),
              ...registered.map(
                ({ id, display_name }) => [`/apis/${id}`, `API ${sentText(display_name)}`] as const,
              ),
              ...Object.entries(familyNames).map(
                ([id, name]) => [`/datasets/${id}`, t("Dataset {name}", { name })] as const,
              ),
            ]}
          />
          <RangePicker
            range={range ?? { words: t("All") }}
            pick={(picked) => change({ range: "", from: "", to: "", page: "", ...picked })}
          />
          {(chosen.length > 0 || action || range) && (
            <Button onPress={() => change(none)}>
              {t("Clear filters{chosen}", { chosen: chosen.length > 0 && `: ${chosen.join(", ")}` })}
            </Button>
          )}
        </div>
      }
      what={t("the audit log")}
      query={query}
      empty={t("No matching entries")}
      table={(items) => <AuditList entries={items} narrow={(filter) => change({ ...filter, page: "" })} />}
      paged
    />
  );
}

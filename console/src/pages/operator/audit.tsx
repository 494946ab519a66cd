import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { auditBy } from "../../api/operator-queries.ts";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Pager } from "../../parts/pager.tsx";
import { Head } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useSearchState } from "../../parts/use-search-state.ts";
import { useNames } from "../usage/use-names.ts";
import { AuditList } from "./audit-list.tsx";

const pageSize = 50;

const actions = [
  ["subscription.bump", "Credits given"],
  ["subscription.list_secrets", "Keys looked at"],
  ["subscription.create", "Subscriptions created"],
  ["subscription.update", "Subscriptions changed"],
  ["user.create", "Accounts created"],
  ["user.update", "Accounts changed"],
  ["user.delete", "Accounts deleted"],
  ["policy.update", "Policies changed"],
  ["product.update", "Products changed"],
  ["api.update", "APIs changed"],
  ["dataset.import", "Records imported"],
  ["ledger.check", "Books compared"],
] as const;

/** Every change that was made, by whom and from where. */
export function Audit() {
  usePageTitle("Audit log");
  const { search, change } = useSearchState();
  const names = useNames();
  const page = Math.max(1, Number(search.page) || 1);
  const query = useQuery({
    ...auditBy({
      page,
      page_size: pageSize,
      action: search.action,
      actor: search.actor,
      object: search.object,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Head title="Audit log">
        Every change, and every look at a key: who, when, from where, before and after.
      </Head>
      <div className="filters note">
        <Select
          label="What"
          value={search.action ?? ""}
          onChange={(event) => change({ action: event.target.value, page: "" })}
        >
          <option value="">All</option>
          {actions.map(([action, words]) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </Select>
        {(search.object || search.actor) && (
          <Button onPress={() => change({ object: "", actor: "", page: "" })}>
            Not only {search.object ?? search.actor}
          </Button>
        )}
      </div>
      <div className="sec tight">
        <Loaded query={query} what="The audit log could not be read" rows={8}>
          {({ items, total }) =>
            items.length === 0 ? (
              <Empty
                title="Nothing of this kind has happened"
                action={
                  <Button onPress={() => change({ action: "", object: "", actor: "" })}>Show all</Button>
                }
              />
            ) : (
              <>
                <AuditList entries={items} names={names} />
                <Pager
                  page={page}
                  pageSize={pageSize}
                  total={total}
                  go={(to) => change({ page: String(to) })}
                />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { NameFilter } from "../../pages/operator/name-filter.tsx";
import { useNames } from "../../pages/usage/use-names.ts";
import { AddFilter } from "../../parts/add-filter.tsx";
import { Button } from "../../parts/button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Field } from "../../parts/field.tsx";
import { RangePicker } from "../../parts/range-picker.tsx";
import { navigate, useSearchState } from "../../parts/router.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { linesIn, type Period, thisMonth } from "./money-queries.ts";

/** The search parameters that narrow the list, beside its time. */
export const narrowing = ["state", "text", "user", "needs"] as const;

const noTime = { range: "", from: "", to: "", month: "", page: "" };

/** The search, the filters that are applied, and those that can be added. The address keeps them. */
export function MoneyFilters({ period }: { period: Period }) {
  const { search, change } = useSearchState();
  const { user, needs, state } = search;
  const name = useNames([user]).get(user ?? "") ?? user;
  return (
    <div className="finds">
      <SearchMoney />
      {period.words && (
        <Chip label={t("Time")} clear={() => change({ ...noTime, range: "all" })}>
          {period.words}
        </Chip>
      )}
      {user && (
        <Chip label={t("Customer")} clear={() => change({ user: "", page: "" })}>
          {name}
        </Chip>
      )}
      {needs && (
        <Chip label={t("Only")} clear={() => change({ needs: "", page: "" })}>
          {t("what needs you")}
        </Chip>
      )}
      <AddFilter>
        <Field
          label={t("Month")}
          type="month"
          value={search.month ?? thisMonth()}
          max={thisMonth()}
          change={(month) => month && change({ ...noTime, month })}
        />
        <RangePicker
          range={{ words: period.words ?? t("All") }}
          pick={(picked) => change({ ...noTime, ...picked })}
        />
        <NameFilter label={t("Customer")} placeholder={t("Name or email")} name="user" value="id" />
        {!needs && (
          <Button onPress={() => change({ needs: "1", page: "" })}>{t("Only what needs you")}</Button>
        )}
        {state !== "ended" && (
          <Button onPress={() => change({ state: "ended", page: "" })}>{t("Only ended")}</Button>
        )}
      </AddFilter>
    </div>
  );
}

/** Opens the line whose number or reference was typed; else filters. */
function SearchMoney() {
  const { search, change } = useSearchState();
  const queries = useQueryClient();
  const applied = search.text ?? "";
  const submit = async (text: string) => {
    if (text === applied) return;
    const isNumber = /^(?:\d{4}-\d{4,9}|V[A-Z0-9]{10})$/i.test(text.replace(/\s/g, ""));
    const found =
      isNumber && (await queries.fetchQuery(linesIn({ q: text, page: 1, page_size: 2 })).catch(() => null));
    const [line] = found ? found.items : [];
    if (line?.payment_id && line.number === text) await navigate(`/money/${text}`);
    else if (line?.payment_id && found && found.total === 1)
      await navigate(`/money/${line.number ?? line.reference}`);
    else change({ text, page: "" });
  };
  return (
    <SearchBox
      label={t("Search money")}
      placeholder={t("Number, reference, customer, company, amount")}
      maxLength={200}
      applied={applied}
      submit={submit}
    />
  );
}

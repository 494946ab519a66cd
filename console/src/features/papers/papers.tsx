import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { downloadReport } from "../../api/download.ts";
import { t } from "../../base/language/language.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { ListPage, usePaged } from "../../parts/list-page.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { TextFilter } from "../../parts/text-filter.tsx";
import { NumberGaps } from "./number-gaps.tsx";
import { type Paper, papersIn } from "./paper-queries.ts";
import { PaperTable } from "./paper-table.tsx";
import { kindNames } from "./paper-words.ts";
import { TaxIds } from "./tax-ids.tsx";

/** All papers. */
export function Papers() {
  return (
    <>
      <AllPapers />
      <NumberGaps />
      <TaxIds />
    </>
  );
}

const kinds = Object.entries(kindNames).filter(([kind]) => kind !== "statement");
const isMonth = (text: string) => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text);

function AllPapers() {
  const { text = "", kind = "" } = useSearchState().search;
  // A text is a month, or the ID of an account.
  const filter = {
    ...(text !== "" && (isMonth(text) ? { month: text } : { account: text })),
    ...(kind !== "" && { kind: kind as Paper["kind"] }),
  };
  const paged = usePaged();
  const query = useQuery({
    ...papersIn({ ...filter, ...paged }),
    placeholderData: keepPreviousData,
  });
  const names = useNames((query.data?.items ?? []).map(({ account_id }) => account_id));
  const customer = {
    head: t("Customer"),
    cell: ({ account_id }: Paper) => (
      <Link to={`/customers/${account_id}`} dir="auto">
        {names.get(account_id) ?? account_id}
      </Link>
    ),
  };
  return (
    <ListPage
      title={t("Papers")}
      note={t(
        "Invoices and credit notes, numbered without gaps. They never change: a credit note corrects an invoice.",
      )}
      actions={
        <Button busy={t("Downloading")} onPress={() => downloadReport("/papers", "papers.csv", filter)}>
          {t("Download CSV")}
        </Button>
      }
      filters={
        <TextFilter label={t("Month or account")} placeholder="2026-11">
          <FilterSelect label={t("Kind")} name="kind" options={kinds} />
        </TextFilter>
      }
      what={t("the papers")}
      query={query}
      empty={t("No papers")}
      emptyNote={t("Each payment has an invoice.")}
      narrowedBy={["text", "kind"]}
      table={(items) => <PaperTable caption={t("Papers")} items={items} columns={[customer]} />}
      paged
    />
  );
}

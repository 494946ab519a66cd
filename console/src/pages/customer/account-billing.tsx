import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useAccount, useMay } from "../../api/account.ts";
import { monthName } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { type BillingRow, type PlanPart, pageParts } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { hidden, Table } from "../../parts/table.tsx";

/** What the page of billing has of the account, with or without a subscription. */
export function AccountBilling({ plan }: Partial<PlanPart>) {
  const sections = pageParts().flatMap(({ billing = [] }) => billing);
  return (
    <>
      <InvoicesAndStatements account={useAccount().id} />
      {sections.length > 0 && (
        <Suspense>
          <div className="cols">
            {sections.map((Part, index) => (
              <Part key={`${index + 1}`} plan={plan} />
            ))}
          </div>
        </Suspense>
      )}
    </>
  );
}

const pageSize = 20;
/** The API lists no more at once; files have the rest. */
const most = 1000;

/** Payments, invoices and statements in one table, newest first. */
export function InvoicesAndStatements({ account: id }: { account: string }) {
  const isPermitted = useMay()("papers.view");
  const [shown, setShown] = useState(pageSize);
  const [text, setText] = useState("");
  const all = isPermitted ? pageParts().flatMap(({ billingRows = [] }) => billingRows) : [];
  const search = (typed: string) => {
    setShown(pageSize);
    setText(typed);
  };
  const canFind = all.some(({ find }) => find);
  const sources = text === "" ? all : all.filter(({ find }) => find);
  const queries = useQueries({
    queries: sources.map(({ key, load, find }) => ({
      queryKey: [key, "rows", id, shown, text],
      queryFn: () => (text === "" ? load(id, shown) : find!(id, text)),
      // Only older rows are added to those that are shown.
      ...(shown > pageSize && {
        placeholderData: (before: Awaited<ReturnType<typeof load>> | undefined) => before,
      }),
    })),
  });
  if (all.length === 0) return null;
  const downloads = all.flatMap(({ download = [] }) => download);
  const rows = joined(queries.flatMap(({ data }) => data?.rows ?? []));
  const hasMore =
    text === "" &&
    shown < most &&
    (rows.length > shown || queries.some(({ data }) => data && data.total > data.rows.length));
  return (
    <Section
      id="invoices"
      title={t("Invoices and statements")}
      note={t("Amounts are with VAT.")}
      aside={downloads.map((download) => (
        <Button key="csv" look="text" busy={t("Downloading")} onPress={() => download(id)}>
          {t("Download CSV")}
        </Button>
      ))}
    >
      {canFind && (
        <SearchBox
          label={t("Search invoices")}
          placeholder={t("Number, order, amount")}
          maxLength={200}
          applied={text}
          submit={search}
        />
      )}
      {queries.map(
        ({ data, error, refetch }, index) =>
          error &&
          !data && (
            <Failure key={sources[index]!.key} error={error} what={sources[index]!.what} retry={refetch} />
          ),
      )}
      {queries.some(isLoading) ? (
        <Skeleton rows={4} />
      ) : (
        <RowTable
          rows={text === "" ? rows.slice(0, shown) : rows}
          isWhole={queries.every(({ data }) => data)}
          isFound={text !== ""}
        />
      )}
      {hasMore && (
        <p className="actions note">
          <Button onPress={() => setShown(shown + pageSize)}>{t("Show older")}</Button>
        </p>
      )}
    </Section>
  );
}

const isLoading = ({ data, error }: UseQueryResult) => data === undefined && !error;

interface RowTableProps {
  readonly rows: readonly BillingRow[];
  readonly isWhole: boolean;
  /** They are what a text finds. */
  readonly isFound: boolean;
}

function RowTable({ rows, isWhole, isFound }: RowTableProps) {
  const none = isFound && isWhole && <Empty title={t("No invoice matches")} />;
  const empty =
    none ||
    (isWhole && (
      <Empty title={t("No invoices and statements yet")}>
        {t("What you pay, and each month with a call, is listed here.")}
      </Empty>
    ));
  return (
    <Table
      caption={t("Invoices and statements, newest first")}
      items={rows}
      keyOf={({ ids }) => ids[0]!}
      empty={empty}
      columns={[
        { head: t("Month (UTC)"), cell: ({ month }) => monthName(month) },
        {
          head: t("Number"),
          cell: ({ to, number }) => (to ? <Link to={to}>{number}</Link> : number),
          labelled: true,
        },
        { head: t("What"), cell: ({ what }) => what },
        {
          head: t("Amount"),
          cell: ({ amount = <span className="soft">{t("no money")}</span> }) => amount,
          figures: true,
        },
        { head: t("State"), cell: ({ state }) => state },
        {
          head: hidden(t("Actions")),
          cell: ({ actions }) => <span className="actions">{actions}</span>,
          figures: true,
        },
      ]}
    />
  );
}

/** Rows that share an ID as one, newest first. */
function joined(rows: readonly BillingRow[]): readonly BillingRow[] {
  const all: BillingRow[] = [];
  for (const row of rows) {
    const same = all.findIndex(({ ids }) => ids.some((id) => row.ids.includes(id)));
    if (same < 0) all.push(row);
    else {
      const { month, number } = row;
      all[same] = { ...row, ...all[same]!, month, number, ids: [...all[same]!.ids, ...row.ids] };
    }
  }
  return all.toSorted((a, b) => b.at.localeCompare(a.at));
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMay } from "../../api/account.ts";
import { downloadReport } from "../../api/download.ts";
import { type MoneySums, totalsOf } from "../../api/money.ts";
import { installationChecks } from "../../api/system.ts";
import { count, listed } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { List, usePaged } from "../../parts/list-page.tsx";
import { May } from "../../parts/may.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link, navigate, useSearchState } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { Empty, Skeleton } from "../../parts/states.tsx";
import { hidden } from "../../parts/table.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { BookkeeperMonth } from "../papers/bookkeeper-month.tsx";
import { NumberGaps } from "../papers/number-gaps.tsx";
import { Revenue } from "../papers/revenue.tsx";
import { TaxIds } from "../papers/tax-ids.tsx";
import { LineAction, RecordButton } from "./line-action.tsx";
import { customerOf, detailText, markOf, nameOf, stateMarks, stateNames, sumOf } from "./line-words.ts";
import { MoneyFilters, narrowing } from "./money-filters.tsx";
import { type Line, type LineFilter, linesIn, type Period, periodOf, sumsIn } from "./money-queries.ts";
import { paymentProvider } from "./payment-queries.ts";
import { ProviderProblems } from "./provider-problems.tsx";
import { SellingNotice } from "./selling-notice.tsx";

const utc = datesIn("UTC");
const states = ["problem", "due", "paid", "refunded"] as const;

/** Orders, payments, transfers, invoices and refunds: each is one line. */
export function Money() {
  const { search } = useSearchState();
  const paged = usePaged();
  const period = periodOf(search);
  const filter: LineFilter = {
    ...(period.from && { from: period.from.toISOString() }),
    ...(period.to && { to: period.to.toISOString() }),
    ...(search.user && { user: search.user }),
    ...(search.text && { q: search.text }),
    ...(search.needs && { needs_action: "true" as const }),
  };
  const state = [...states, "ended" as const].find((one) => one === search.state);
  const query = useQuery({
    ...linesIn({ ...filter, ...(state && { state }), ...paged }),
    placeholderData: keepPreviousData,
  });
  const sums = useQuery({ ...sumsIn(filter), placeholderData: keepPreviousData });
  const needs = useQuery(sumsIn({ needs_action: "true" }));
  // What is above the list is known before it is shown: nothing moves.
  const above = [
    useQuery({ ...installationChecks, enabled: useMay()("service.view") }),
    useQuery(paymentProvider),
    sums,
    needs,
  ];
  const isHeld = above.some(({ isLoading }) => isLoading);
  const isNarrowed = narrowing.some((name) => search[name]);
  const download = () =>
    downloadReport(
      "/payments/lines",
      `money${period.from ? `-${period.from.toISOString().slice(0, 7)}` : ""}.csv`,
      {
        ...filter,
        ...(state && { state }),
      },
    );
  return (
    <>
      <Head
        title={headingOf(sums.data, needs.data, period, Boolean(search.text || search.user || search.needs))}
        actions={
          <>
            <RecordButton />
            <Button busy={t("Downloading")} onPress={download}>
              {t("Download CSV")}
            </Button>
          </>
        }
      >
        {t(
          "Payments, invoices, transfers and credit notes in one list: each is one line, from ordered to paid.",
        )}{" "}
        {t("Times are in UTC.")}
      </Head>
      {isHeld ? (
        <Skeleton rows={10} />
      ) : (
        <>
          <SellingNotice />
          <ProviderProblems />
          <StateSums sums={sums.data} current={state} />
          <MoneyFilters period={period} />
          <List
            query={query}
            what={t("Could not load the payments")}
            rows={10}
            empty={isNarrowed || search.range || search.month ? <NoMatch /> : <NothingSold period={period} />}
            paged
            steps={[t("Newer"), t("Older")]}
            caption={t("Money, newest first")}
            className="moneyt"
            keyOf={({ kind, state, id }) => `${kind} ${state} ${id}`}
            columns={[
              { head: t("Date"), cell: ({ at }) => utc.moment(at) },
              { head: t("Number"), cell: (line) => <NumberLink line={line} /> },
              { head: t("Customer"), cell: (line) => <Customer line={line} /> },
              { head: t("For"), cell: (line) => <bdi>{forText(line)}</bdi> },
              { head: t("Amount"), cell: (line) => sumOf(line), figures: true },
              {
                head: t("State"),
                cell: (line) => (
                  <>
                    <Mark outcome={markOf(line)}>{stateNames[line.state]}</Mark>
                    <span className="sub">{detailText(line)}</span>
                  </>
                ),
              },
              { head: hidden(t("Actions")), cell: (line) => <LineAction line={line} />, figures: true },
            ]}
          />
          <p className="xs muted note">
            {t(
              "Amounts are with VAT. What is due or a problem is listed whatever its age. The CSV has a row for each VAT rate of an invoice: for your bookkeeper.",
            )}{" "}
            <May permission="payments.decide">
              <Link to="/money/bank-file">{t("Import a bank file")}</Link>
            </May>
          </p>
          <BookkeeperMonth />
          <Revenue />
          <NumberGaps />
          <TaxIds />
        </>
      )}
    </>
  );
}

/** Sums of each currency, such as `€5,370.89 and $20.00`. */
function totalOf(sums: MoneySums, of: readonly Line["state"][]): string {
  const totals = totalsOf(sums, of);
  return totals.length === 0 ? price(0, sums[0]?.currency ?? "EUR") : listed(totals);
}

const linesOf = (sums: MoneySums, of: readonly Line["state"][]): number =>
  sums.filter(({ state }) => of.includes(state)).reduce((all, { lines }) => all + lines, 0);

/** `€5,370.89 received in November, 4 things need you`. */
function headingOf(
  sums: MoneySums | undefined,
  needing: MoneySums | undefined,
  { month }: Period,
  isNarrowed: boolean,
): string {
  if (!sums || !needing) return t("Money");
  const sum = totalOf(sums, ["paid", "refunded"]);
  const received =
    month && !isNarrowed ? t("{sum} received in {month}", { sum, month }) : t("{sum} received", { sum });
  const needs = linesOf(needing, states);
  return needs === 0
    ? received
    : t("{received}, {needs, plural, one {# thing needs} other {# things need}} you", { received, needs });
}

/** The five sums, which are the filter by state. */
function StateSums({
  sums = [],
  current,
}: {
  sums: MoneySums | undefined;
  current: Line["state"] | undefined;
}) {
  const { search } = useSearchState();
  const { state: _state, page: _page, ...others } = search;
  const hasEnded = Boolean(search.text) && linesOf(sums, ["ended"]) > 0;
  const shown = [...states, ...(hasEnded || current === "ended" ? (["ended"] as const) : [])];
  const all = shown.length > states.length ? shown : states;
  return (
    <nav className="states" aria-label={t("State")}>
      <Link to="/money" search={others} aria-current={current ? undefined : "page"}>
        <span>{t("All, {lines}: received", { lines: count(linesOf(sums, all)) })}</span>{" "}
        <b>{totalOf(sums, ["paid", "refunded"])}</b>
      </Link>
      {shown.map((state) => (
        <Link
          key={state}
          to="/money"
          search={{ ...others, state }}
          aria-current={current === state ? "page" : undefined}
        >
          <Mark outcome={stateMarks[state]}>
            {t("{state}, {lines}", { state: stateNames[state], lines: count(linesOf(sums, [state])) })}
          </Mark>{" "}
          <b>{totalOf(sums, [state])}</b>
        </Link>
      ))}
    </nav>
  );
}

function NumberLink({ line }: { line: Line }) {
  const { payment_id, number, reference, kind } = line;
  const name = <bdi>{nameOf(line)}</bdi>;
  if (kind === "transfer" || kind === "return" || payment_id === null) return name;
  return <Link to={`/money/${number ?? (reference || payment_id)}`}>{name}</Link>;
}

function Customer({ line }: { line: Line }) {
  const name = <bdi>{customerOf(line)}</bdi>;
  return line.account_id ? <Link to={`/customers/${line.account_id}`}>{name}</Link> : name;
}

function forText({ kind, description, corrects, detail }: Line): string {
  if (kind === "transfer") return t("Transfer");
  if (kind === "return") return t("Refund or dispute at the provider");
  if (detail === "taken_back") return t("Credit for {number} taken back", { number: corrects ?? "" });
  if (kind === "refund" || kind === "correction")
    return corrects
      ? t("Credit note to {number}", { number: corrects })
      : t("Refund of {description}", { description });
  return kind === "period" ? t("{description}, without VAT", { description }) : description;
}

function NoMatch() {
  const { change } = useSearchState();
  const none = Object.fromEntries([...narrowing, "from", "to", "month", "page"].map((name) => [name, ""]));
  return (
    <Empty
      title={t("No line matches")}
      action={<Button onPress={() => change({ ...none, range: "all" })}>{t("Clear filters")}</Button>}
    />
  );
}

function NothingSold({ period }: { period: Period }) {
  const all = useQuery(sumsIn({}));
  if (!all.data) return null;
  if (all.data.length > 0)
    return (
      <Empty
        title={t("Nothing in {words}", { words: period.words ?? "" })}
        action={
          <Button onPress={() => navigate("/money", { search: { range: "all" } })}>{t("View all")}</Button>
        }
      />
    );
  return (
    <Empty
      title={t("Nothing sold yet")}
      action={
        <Link className="btn btn-primary" to="/inbox">
          {t("Open Inbox")}
        </Link>
      }
    >
      {t("Lines begin with the first plan or package that a customer orders.")}
    </Empty>
  );
}

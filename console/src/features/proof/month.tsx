import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAccount } from "../../api/account.ts";
import { downloadCsv, downloadFile, saveBlob } from "../../api/download.ts";
import { products, subscriptionsOf } from "../../api/queries.ts";
import { bytes, day, moment, monthName } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import { Notice } from "../../parts/notice.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link, navigate } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { handStatement } from "./handed-statement.ts";
import { MonthBalance } from "./month-balance.tsx";
import { FreeCalls, Grants } from "./month-grants.tsx";
import { MonthMoney } from "./month-money.tsx";
import { MonthProof, NotProved } from "./month-proof.tsx";
import { MonthUsage } from "./month-usage.tsx";
import { type BlockProps, type Statement, sumOf, totalOf } from "./statement.ts";
import { type LoadedStatement, statementOf } from "./statement-queries.ts";
import { monthEnds, monthSpan, provedDays } from "./statement-words.ts";

interface MonthProps {
  /** `userId` is in the address of the operator's page. */
  readonly params: { readonly userId?: string; readonly month?: string };
}

/** The statement of an account and month. */
export function Month({ params: { userId: customer, month = "" } }: MonthProps) {
  const own = useAccount().id;
  const userId = customer ?? own;
  const query = useQuery(statementOf(userId, month));
  const name = useNames([customer]).get(customer ?? "") ?? customer;
  const crumb = (
    <>
      {customer && (
        <>
          <Link to="/customers">{t("Customers")}</Link> /{" "}
          <Link to={`/customers/${customer}`} dir="auto">
            {name}
          </Link>{" "}
          /{" "}
        </>
      )}
      <Link to={customer ? `/customers/${customer}?tab=billing` : "/billing#invoices"}>
        {t("Statements")}
      </Link>{" "}
      / <span>{monthName(month)}</span>
    </>
  );
  return (
    <Loaded query={query} what={t("Could not load the statement")} rows={8}>
      {(loaded) => <Shown loaded={loaded} userId={userId} customer={customer} crumb={crumb} />}
    </Loaded>
  );
}

interface ShownProps {
  readonly loaded: LoadedStatement;
  readonly userId: string;
  /** The user whose page the operator reads. */
  readonly customer: string | undefined;
  readonly crumb: ReactNode;
}

function Shown({ loaded, userId, customer, crumb }: ShownProps) {
  const { statement } = loaded;
  const { month, state, account, issued_at: issued, subscriptions } = statement;
  usePageTitle(t("Statement, {monthName}", { monthName: monthName(month) }));
  const until =
    state === "final"
      ? monthSpan(month)
      : t("{day} to {moment} UTC", { day: day(monthEnds(month).from), moment: moment(issued) });
  return (
    <>
      <Head title={titleOf(statement)} crumb={crumb}>
        {account.name && <bdi>{account.name}. </bdi>}
        {until}.
        {state === "final" && (
          <> {t("Issued on {moment} UTC. It never changes.", { moment: moment(issued) })}</>
        )}
      </Head>
      <Downloads loaded={loaded} userId={userId} />
      {state === "provisional" && <Provisional statement={statement} />}
      {subscriptions.length === 0 ? (
        <section className="sec">
          <Empty title={t("No subscription in {monthName}", { monthName: monthName(month) })}>
            {t("Calls need a subscription. Subscribe to a plan to make calls.")}
          </Empty>
        </section>
      ) : (
        <Blocks statement={statement} userId={userId} customer={customer} />
      )}
      <MonthMoney money={statement.money} userId={userId} />
      <NotProved />
    </>
  );
}

function titleOf(statement: Statement): string {
  const name = monthName(statement.month);
  const { state } = statement;
  const { calls, credits } = totalOf(statement);
  if (calls === 0)
    return t("No calls in {name}{state, select, provisional { so far} other {}}", { name, state });
  return t(
    "{name}{state, select, provisional { so far} other {}}: {credits, plural, one {# credit} other {# credits}} for {calls, plural, one {# call} other {# calls}}",
    { name, state, credits, calls },
  );
}

function Downloads({ loaded: { text, statement }, userId }: Pick<ShownProps, "loaded" | "userId">) {
  const { month, state } = statement;
  const path = `/users/${encodeURIComponent(userId)}/statements/${month}`;
  const name = `statement-${month}`;
  return (
    <p className="actions note">
      <Button
        look="primary"
        busy={t("Downloading")}
        onPress={() => downloadFile(path, `${name}.pdf`, "application/pdf")}
      >
        {state === "final" ? t("Download PDF") : t("Download provisional PDF")}
      </Button>
      <Button onPress={() => saveBlob(`${name}.json`, new Blob([text], { type: "application/json" }))}>
        {t("Download JSON ({bytes})", { bytes: bytes(new Blob([text]).size) })}
      </Button>
      <Button
        busy={t("Downloading")}
        onPress={() => downloadFile(`${path}/calls`, `calls-${month}.ndjson.gz`, "application/gzip")}
      >
        {t("Download calls")}
      </Button>
      <Button busy={t("Downloading")} onPress={() => downloadCsv(path, `usage-${month}.csv`, {})}>
        {t("Download usage CSV")}
      </Button>
      <Button
        onPress={() => {
          handStatement(`${name}.json`, text);
          return navigate("/verify");
        }}
      >
        {t("Verify offline")}
      </Button>
    </p>
  );
}

function Provisional({ statement }: { statement: Statement }) {
  const { to } = monthEnds(statement.month);
  const isOver = statement.issued_at >= to;
  const unproved = sumOf(statement.subscriptions.map((one) => one.unproved));
  const proved = provedDays(statement);
  return (
    <Notice
      title={
        isOver
          ? t("Provisional until all days are proved")
          : t("Provisional until {day}, 00:00 UTC", { day: day(to) })
      }
    >
      {proved > 0 &&
        t(
          "{proved, plural, one {# day} other {# days}} {proved, plural, one {is} other {are}} proved and stay{proved, plural, one {s as it is} other { as they are}}.",
          { proved },
        )}{" "}
      {isOver
        ? t(
            "{calls, plural, one {# call} other {# calls}} {calls, plural, one {waits} other {wait}} for a day: a node has not reported all of its calls. They are counted, and the signature follows.",
            { calls: unproved.calls },
          )
        : t(
            "Each day is added after midnight UTC. The statement is final soon after the month has ended.",
          )}{" "}
      {t("A check of this statement says that it is provisional.")}
    </Notice>
  );
}

/** One block for each subscription. */
function Blocks({
  statement,
  userId,
  customer,
}: Omit<ShownProps, "loaded" | "crumb"> & { statement: Statement }) {
  const plans = useQuery(products).data?.items ?? [];
  const own = useQuery(subscriptionsOf(userId)).data?.items ?? [];
  const planOf = (id: string | null) =>
    plans.find((one) => one.id === id)?.display_name ?? id ?? t("no plan");
  return statement.subscriptions.map((one) => {
    const block = <Block key={one.id} statement={statement} subscription={one} customer={customer} />;
    if (statement.subscriptions.length === 1) return block;
    const { calls, credits } = sumOf(one.usage);
    return (
      <div key={one.id}>
        <Section
          className="block"
          title={<bdi>{own.find(({ id }) => id === one.id)?.display_name ?? one.id}</bdi>}
          note={t(
            "{planOf}: {credits, plural, one {# credit} other {# credits}} for {calls, plural, one {# call} other {# calls}}.",
            { planOf: planOf(one.product_id), credits, calls },
          )}
          aside={<code>{one.id}</code>}
        />
        {block}
      </div>
    );
  });
}

function Block(props: BlockProps) {
  return (
    <>
      <div className="cols">
        <MonthBalance {...props} />
        <FreeCalls {...props} />
      </div>
      <MonthUsage {...props} />
      <Grants {...props} />
      <MonthProof {...props} />
    </>
  );
}

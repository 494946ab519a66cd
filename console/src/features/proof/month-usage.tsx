import { useQuery } from "@tanstack/react-query";
import { Fragment, useId, useState } from "react";
import { requestsOf } from "../../api/requests.ts";
import { clock, count, day, monthName, withinSentence } from "../../base/format.ts";
import lookups from "../../base/language/declared/lookups.gen.json";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import { typedMoment } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { Status } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { PathText } from "../../parts/vin-text.tsx";
import { type BlockProps, type StatementUsage, sumOf } from "./statement.ts";
import { monthEnds, shortDay } from "./statement-words.ts";

interface Line {
  readonly operation: string;
  readonly charged: number;
  readonly credits: number;
  readonly missing: number;
  readonly other: number;
}

const names: Readonly<Record<string, string>> = lookups;

/** A lookup by its name; those of registered APIs have their ID alone. */
const nameOf = (operation: string): string => sentText(names[operation] ?? operation);

const lineOf = (operation: string, usage: readonly StatementUsage[]): Line => {
  const of = (name: StatementUsage["class"]) => sumOf(usage.filter((one) => one.class === name));
  const { calls, credits } = of("charged");
  const missing = of("not_found").calls;
  return { operation, charged: calls, credits, missing, other: sumOf(usage).calls - calls - missing };
};

/** Calls and credits by operation. Each line opens its calls. */
export function MonthUsage(props: BlockProps) {
  const { month } = props.statement;
  const { usage } = props.subscription;
  const [opened, setOpened] = useState<string>();
  const id = useId();
  const lines = [...Map.groupBy(usage, ({ operation }) => operation)]
    .map(([operation, own]) => lineOf(operation, own))
    .sort((a, b) => b.credits - a.credits || b.missing + b.other - a.missing - a.other);
  if (lines.length === 0)
    return (
      <Section title={t("Usage by operation")}>
        <Empty title={t("No calls in {monthName}", { monthName: monthName(month) })}>
          {t("Calls of this month are listed here.")}
        </Empty>
      </Section>
    );
  return (
    <Section title={t("Usage by operation")} note={t("Each line opens its calls.")}>
      <table className="t stack usage">
        <caption className="vh">{t("Usage by operation")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Operation")}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className="num">
                {head}
              </th>
            ))}
            <th scope="col" className="num">
              <span className="vh">{t("Calls")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { operation } = line;
            const isOpen = opened === operation;
            return (
              <Fragment key={operation}>
                <tr className={isOpen ? "opened" : undefined}>
                  <th scope="row">{nameOf(operation)}</th>
                  <Figures line={line} />
                  <td className="num">
                    <Button
                      look="text"
                      repeatable
                      aria-expanded={isOpen}
                      aria-controls={isOpen ? id : undefined}
                      onPress={() => setOpened(isOpen ? undefined : operation)}
                    >
                      {isOpen ? t("Hide calls") : t("Show calls")}
                      <span className="vh"> {t("of {operation}", { operation: nameOf(operation) })}</span>
                    </Button>
                  </td>
                </tr>
                {isOpen && (
                  <tr className="calls-row" id={id}>
                    <td colSpan={heads.length + 2}>
                      <CallsOfLine
                        {...props}
                        operation={operation}
                        calls={line.charged + line.missing + line.other}
                      />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
          <tr className="all">
            <th scope="row">{t("All")}</th>
            <Figures line={lineOf("", usage)} />
            <td className="num" />
          </tr>
        </tbody>
      </table>
    </Section>
  );
}

const heads = [t("Charged calls"), t("Credits"), t("Not found, free"), t("Other free calls")];

function Figures({ line: { charged, credits, missing, other } }: { line: Line }) {
  return [charged, credits, missing, other].map((value, index) => (
    <td key={heads[index]} className="num" data-l={withinSentence(heads[index] ?? "")}>
      {value === 0 ? <span className="soft">0</span> : count(value)}
    </td>
  ));
}

const shownCalls = 10;

interface CallsProps extends BlockProps {
  readonly operation: string;
  readonly calls: number;
}

/** The newest calls of an operation, with links to the request log. */
function CallsOfLine({ statement: { month }, subscription, customer, operation, calls }: CallsProps) {
  const { from, to } = monthEnds(month);
  const range = { from: new Date(from), to: new Date(to - 1), words: monthName(month) };
  const filter = { user_id: customer, subscription_id: subscription.id, operation };
  const query = useQuery(requestsOf(range, { ...filter, page: 1, page_size: shownCalls }));
  const search = {
    user: customer,
    subscription: subscription.id,
    operation,
    from: typedMoment(range.from),
    to: typedMoment(range.to),
  };
  return (
    <Loaded query={query} what={t("Could not load the calls")}>
      {({ items, available_from: start }) =>
        items.length === 0 ? (
          <p className="muted sm note">
            {t(
              "{calls, plural, one {# call} other {# calls}} {calls, plural, one {is} other {are}} not in the request log, which starts on {day}. The proof still holds: download the calls.",
              { calls, day: day(start) },
            )}
          </p>
        ) : (
          <>
            <Table
              caption={t("Calls of {operation} in {monthName}, newest first", {
                operation: nameOf(operation),
                monthName: monthName(month),
              })}
              items={items}
              keyOf={({ call }) => call}
              className="calls"
              columns={[
                {
                  head: t("Time (UTC)"),
                  cell: ({ timestamp, call }) => (
                    <Link to="/calls" search={{ ...search, id: call }}>
                      <T
                        text="{time}<hidden>, call {call}</hidden>"
                        time={`${shortDay(Date.parse(timestamp))}, ${clock(timestamp)}`}
                        call={call}
                        hidden={(words) => <span className="vh">{words}</span>}
                      />
                    </Link>
                  ),
                },
                { head: t("Status"), cell: ({ response_code: status }) => <Status status={status} bare /> },
                { head: t("Request"), cell: ({ url }) => <PathText path={url} /> },
                {
                  head: t("Credits"),
                  cell: ({ credits }) => (credits === 0 ? <span className="soft">0</span> : count(credits)),
                  figures: true,
                },
              ]}
            />
            <p className="pager">
              <span>
                {items.length === calls
                  ? t("{calls, plural, one {# call} other {# calls}}", { calls })
                  : t("The newest {items} of {calls, plural, one {# call} other {# calls}}", {
                      items: count(items.length),
                      calls,
                    })}
              </span>
              <Link to="/calls" search={search}>
                {t("View all in the request log")}
              </Link>
            </p>
          </>
        )
      }
    </Loaded>
  );
}

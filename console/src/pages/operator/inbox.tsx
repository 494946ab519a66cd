import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type ClosedRow, type Inbox as InboxData, type InboxRow, inbox, putOff } from "../../api/inbox.ts";
import { held } from "../../api/reading.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { phraseOf } from "../../parts/audit-words.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { localDay, Time } from "../../parts/time.tsx";
import { RowAction } from "./inbox-action.tsx";
import { consequenceText, foundText, pageOf } from "./inbox-words.ts";
import { leftOf, type SetUp, Setup } from "./setup.tsx";

const dayMs = 86_400_000;

const sold: SetUp = { isLoading: false, steps: undefined };

interface InboxProps {
  /** What is left until the first sale. */
  readonly setup?: SetUp;
  /** What is below the rows. */
  readonly children?: ReactNode;
}

/** What needs an operator, by what it costs to wait. */
export function Inbox({ setup = sold, children }: InboxProps) {
  const { steps, isLoading } = setup;
  // The counts of the side bar have the same data: what has come since is not to wait for a minute.
  const query = useQuery({ ...inbox, refetchOnMount: "always" });
  const { data } = query;
  // Nothing is lost while nothing is sold: the way to the first sale is what needs the operator then.
  const isSettingUp = steps !== undefined && data?.today === 0;
  // Each is shown once what is above it is known: nothing moves.
  const isHeld = isLoading && data?.today === 0;
  usePageTitle(data && data.total > 0 ? `(${data.total}) ${t("Inbox")}` : t("Inbox"));
  return (
    <>
      <Head
        title={isSettingUp ? setupHeading(leftOf(steps)) : headingOf(data)}
        actions={<Link to="/settings/system">{t("What is checked")}</Link>}
      >
        {data?.total === 0
          ? lastClosed(data)
          : t(
              "Sorted by what it costs to wait. A row goes when its cause does; nothing is ticked off by hand.",
            )}
      </Head>
      <Loaded query={held(query, isHeld)} what={t("Could not load Inbox")} rows={6}>
        {(loaded) => (
          <>
            {isSettingUp && <Setup steps={steps} isFirst />}
            <Rows data={loaded} hasPrimary={!isSettingUp} />
            {!isLoading && (
              <>
                {steps && !isSettingUp && <Setup steps={steps} isFirst={false} />}
                {children}
                <Past data={loaded} />
              </>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

const setupHeading = (left: number): string =>
  t("{left, plural, one {# step} other {# steps}} to your first sale", { left });

function lastClosed({ closed: [last] }: InboxData): string {
  return last
    ? t("What needs a person is looked for every minute. Last: {found} ({closed}).", {
        found: foundText(last),
        closed: closedText(last),
      })
    : t("What needs a person is looked for every minute.");
}

function headingOf(data: InboxData | undefined): string {
  if (!data) return t("Inbox");
  if (data.total === 0) return t("Nothing needs you");
  return data.today === 0
    ? t("{total, plural, one {# thing needs} other {# things need}} you", { total: data.total })
    : t("{total, plural, one {# thing needs} other {# things need}} you, {today} of them today", {
        total: data.total,
        today: data.today,
      });
}

interface RowsProps {
  readonly data: InboxData;
  readonly hasPrimary: boolean;
}

function Rows({ data: { rows, unread, read_at }, hasPrimary }: RowsProps) {
  const [chosen, choose] = useState<InboxRow>();
  const lastDay = localDay(Date.parse(read_at) + 7 * dayMs);
  const bands = [
    ["today", t("Today: customers wait or money is lost")],
    ["week", t("By {lastDay}", { lastDay })],
    ["later", t("Later")],
  ] as const;
  return (
    <>
      {unread.length > 0 && (
        <p className="st st-failed" role="alert">
          {t("Some rows could not be read: {checks}. The log has the reason.", { checks: unread.join(", ") })}
        </p>
      )}
      {bands.map(([band, title]) => {
        const ofBand = rows.filter((row) => row.band === band);
        return (
          ofBand.length > 0 && (
            <Section key={band} title={title} aside={String(ofBand.length)} className="band">
              <ul className="inbox">
                {ofBand.map((row) => (
                  <Item key={row.id} row={row} first={hasPrimary && row === rows[0]} choose={choose} />
                ))}
              </ul>
            </Section>
          )
        );
      })}
      {chosen && <PutOffDialog row={chosen} close={() => choose(undefined)} />}
    </>
  );
}

const Past = ({ data: { put_off, closed } }: { readonly data: InboxData }) => (
  <>
    {put_off.length > 0 && <PutOffRows rows={put_off} />}
    {closed.length > 0 && <ClosedRows rows={closed} />}
  </>
);

interface ItemProps {
  readonly row: InboxRow;
  /** Whether it is the most urgent one. */
  readonly first: boolean;
  readonly choose: (row: InboxRow) => void;
}

function Item({ row, first, choose }: ItemProps) {
  const { band, since, node, can_put_off: canPutOff } = row;
  const isFailing = band === "today" && row.entry !== "customers" && row.entry !== "money";
  const page = pageOf(row);
  return (
    <li>
      <span className={isFailing ? "st st-failed" : "st st-blocked"}>
        <span className="vh">{isFailing ? t("Failing") : t("Needs you")}</span>
      </span>
      <div>
        <h3 dir="auto">
          <Link to={page}>{foundText(row)}</Link>
        </h3>
        <p className="since">
          {since !== null && (
            <T text="Since {time}" time={<Time at={since} show="recent" seconds={false} />} />
          )}
          {node !== null && (
            <>
              {" · "}
              {t("on {node}", { node })}
            </>
          )}
        </p>
      </div>
      <p className="then" dir="auto">
        {consequenceText(row)}
      </p>
      <div className="actions">
        <RowAction row={row} look={first ? "primary" : undefined} />
        {canPutOff && (
          <Button look="text" onPress={() => choose(row)}>
            {t("Put off")}
          </Button>
        )}
      </div>
    </li>
  );
}

function PutOffDialog({ row, close }: { readonly row: InboxRow; readonly close: () => void }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  return (
    <Dialog
      title={t("Put off for 7 days?")}
      action={t("Put off for 7 days")}
      busy={t("Putting off")}
      unavailable={reason.trim() === "" && t("Enter a reason.")}
      close={close}
      act={async () => {
        await putOff(row.id, reason.trim());
        await queries.invalidateQueries({ queryKey: inbox.queryKey });
        showToast(t("Put off for 7 days."));
      }}
    >
      <p dir="auto">{foundText(row)}</p>
      <p className="muted">
        {t("It comes back earlier if it becomes more urgent. The audit log has your name and the reason.")}
      </p>
      <Field label={t("Reason")} value={reason} change={setReason} maxLength={500} />
    </Dialog>
  );
}

function PutOffRows({ rows }: { readonly rows: InboxData["put_off"] }) {
  return (
    <Section title={t("Rows put off")} aside={String(rows.length)}>
      <ul className="inbox-past">
        {rows.map(({ row, until, by, by_name: name, reason }) => (
          <li key={row.id}>
            <span dir="auto">{foundText(row)}</span>
            <span className="soft" dir="auto">
              {t("until {day} by {name}: {reason}", {
                day: localDay(until),
                name: name ?? nameOf(by),
                reason,
              })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ClosedRows({ rows }: { readonly rows: readonly ClosedRow[] }) {
  return (
    <Section title={t("Closed this week")} aside={String(rows.length)}>
      <ul className="inbox-past">
        {rows.map((row) => (
          <li key={`${row.id} ${row.opened_at}`}>
            <span dir="auto">{foundText(row)}</span>
            <span className="soft" dir="auto">
              {closedText(row)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function closedText({ closed_at, by, by_name: name, action }: ClosedRow): string {
  const day = localDay(closed_at);
  if (by === null) return t("{day}, its cause went", { day });
  const phrase = action === null ? undefined : phraseOf(action);
  return phrase === undefined
    ? t("{day} by {name}", { day, name: name ?? nameOf(by) })
    : t("{day}: {name} {phrase}", { day, name: name ?? nameOf(by), phrase });
}

const nameOf = (actor: string): string => (actor === "operator" ? t("the operator token") : actor);

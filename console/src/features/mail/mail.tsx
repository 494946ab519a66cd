import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useUser } from "../../api/session.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { MailDomain } from "./mail-domain.tsx";
import { MailProblems } from "./mail-problems.tsx";
import { type MailState, mailState, mailTexts } from "./mail-queries.ts";
import { MailTexts } from "./mail-texts.tsx";

/** What was sent and refused, what waits, and the texts. */
export function MailPage() {
  const state = useQuery(mailState);
  const [testing, setTesting] = useState(false);
  return (
    <Loaded query={state} what={t("Could not load the mail")} rows={8}>
      {(data) => (
        <>
          <Head
            title={heading(data)}
            actions={data.sender && <Button onPress={() => setTesting(true)}>{t("Send test mail")}</Button>}
          >
            {summary(data)}
          </Head>
          {data.sender && (
            <>
              <MailProblems marked={data.marked} />
              <Queue queue={data.queue} />
            </>
          )}
          <MailTexts />
          {data.sender && <MailDomain />}
          {testing && <TestMail close={() => setTesting(false)} />}
        </>
      )}
    </Loaded>
  );
}

function heading({ sender, marked_count: marked, waiting }: MailState): string {
  if (!sender) return t("No mail is sent");
  const refused = t("{marked, plural, one {# address refuses mail} other {# addresses refuse mail}}", {
    marked,
  });
  const waits = t("{waiting, plural, one {# waits} other {# wait}}", { waiting });
  if (marked === 0) return waiting === 0 ? t("All mail is sent") : t("{waits} to be sent", { waits });
  return waiting === 0 ? refused : `${refused}, ${waits}`;
}

function summary({ sender, sent_this_month: sent, sent_at_first_attempt: first }: MailState): string {
  if (!sender)
    return t(
      "Set VINGATE_SMTP_URL and VINGATE_MAIL_FROM. Until then operators hand out reset links themselves.",
    );
  return t(
    "{sent} sent this month{percent, select, none {} other {, {percent}% at the first attempt}}. Sender: {name} <{address}>.",
    {
      sent: count(sent),
      percent: sent === 0 ? "none" : Math.floor((1000 * first) / sent) / 10,
      name: sender.name,
      address: sender.address,
    },
  );
}

const age = (since: string): string => {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1000));
  return seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? t("{minutes} min", { minutes: Math.round(seconds / 60) })
      : `${Math.round(seconds / 3600)} h`;
};

function Queue({ queue }: Pick<MailState, "queue">) {
  const texts = useQuery(mailTexts).data ?? [];
  const titleOf = (kind: string) => texts.find((one) => one.kind === kind)?.title ?? kind;
  return (
    <Section title={t("Queue")} aside={<span className="muted">{t("Updates every 2 seconds.")}</span>}>
      <Table
        empty={<Empty title={t("No mail waits")} />}
        caption={t("Queue")}
        items={queue}
        keyOf={({ kind }) => kind}
        columns={[
          { head: t("Mail"), cell: ({ kind }) => titleOf(kind) },
          { head: t("Waiting"), cell: ({ waiting }) => count(waiting), figures: true },
          {
            head: t("Oldest"),
            cell: ({ oldest_due_at: due }) => (Date.parse(due) > Date.now() ? t("tried later") : age(due)),
          },
        ]}
      />
    </Section>
  );
}

function TestMail({ close }: { close(): void }) {
  const { email } = useUser();
  return (
    <FormDialog
      title={t("Send test mail")}
      action={t("Send")}
      close={close}
      changes={[["mails"]]}
      fields={{
        to: textField({
          label: t("To"),
          initial: email,
          type: "email",
          maxLength: 254,
          hint: t("What the mail server says is shown under Problems if it refuses."),
        }),
      }}
      send={async (body) => {
        await dataOf(api.POST("/mails/test", { body }));
        return t("{count, plural, one {# test mail} other {# test mails}} queued", { count: 1 });
      }}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty } from "../../parts/states.tsx";
import { hidden, Table } from "../../parts/table.tsx";
import { useChange } from "../../parts/use-change.ts";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { type Mail, type MailState, mailsIn, mailTexts } from "./mail-queries.ts";

type Marked = MailState["marked"][number];

/** A refused address, or a mail that was not sent. */
interface Problem {
  readonly key: string;
  readonly address: string;
  readonly userId: string | null;
  readonly mail?: Mail;
  readonly response: string;
}

export function MailProblems({ marked }: { marked: readonly Marked[] }) {
  const failed = useQuery(mailsIn("failed")).data?.items ?? [];
  const deferred = useQuery(mailsIn("deferred")).data?.items ?? [];
  const texts = useQuery(mailTexts).data ?? [];
  const titleOf = (kind: string) => texts.find((one) => one.kind === kind)?.title ?? kind;
  const known = new Set(marked.map(({ address }) => address));
  const problems: Problem[] = [
    ...marked.map(({ address, user_id, response }) => ({
      key: address,
      address,
      userId: user_id,
      response,
    })),
    ...[...deferred, ...failed.filter(({ address }) => !known.has(address))].map((mail) => ({
      key: mail.id,
      address: mail.address,
      userId: mail.user_id,
      mail,
      response: mail.response ?? "",
    })),
  ];
  return (
    <Section
      title={t("Problems")}
      note={t("A refused address gets no more mail until it is changed or confirmed again.")}
    >
      <Table
        empty={<Empty title={t("No problems")} />}
        caption={t("Mail problems")}
        className="acts"
        items={problems}
        keyOf={({ key }) => key}
        columns={[
          {
            head: t("Recipient"),
            cell: ({ address, userId }) =>
              userId ? <Link to={`/customers/${userId}`}>{address}</Link> : address,
          },
          { head: t("Mail"), cell: ({ mail }) => (mail ? titleOf(mail.kind) : t("All")) },
          { head: t("State"), cell: ({ mail }) => <ProblemState mail={mail} /> },
          {
            head: t("Server response"),
            cell: ({ response }) => <code className="wrapany">{response}</code>,
          },
          { head: hidden(t("Actions")), cell: (problem) => <Act problem={problem} />, figures: true },
        ]}
      />
    </Section>
  );
}

function ProblemState({ mail }: { mail: Mail | undefined }) {
  if (mail?.state === "deferred")
    return <Mark outcome="blocked">{t("Deferred, attempt {attempts}", { attempts: mail.attempts })}</Mark>;
  return <Mark outcome="failed">{mail ? t("Failed") : t("Refused")}</Mark>;
}

function Act({ problem: { address, mail } }: { problem: Problem }) {
  const change = useChange(["mails"]);
  const { problem, submit } = useForm(() =>
    mail
      ? change(dataOf(api.POST("/mails/send/{id}", { params: { path: { id: mail.id } } })), t("Mail queued"))
      : change(
          dataOf(api.DELETE("/mails/addresses/{address}", { params: { path: { address } } })),
          t("Mark removed"),
        ),
  );
  return (
    <>
      <Button permission="mails.change" onPress={() => submit()}>
        {mail ? t("Send now") : t("Remove mark")}
        <span className="vh"> {t("of {address}", { address })}</span>
      </Button>
      <Fault message={problem?.message} />
    </>
  );
}

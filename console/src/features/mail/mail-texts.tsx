import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { Button } from "../../parts/button.tsx";
import { Area, Field, Select } from "../../parts/field.tsx";
import { languageOptions } from "../../parts/language-field.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useChange } from "../../parts/use-change.ts";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { type MailText, mailTextsIn, previewOf, type TextLanguage, textAt } from "./mail-queries.ts";
import { MailView } from "./mail-view.tsx";

/** The kinds of mails with their texts, and how they look. */
export function MailTexts() {
  const [language, setLanguage] = useState<TextLanguage>("");
  const query = useQuery({ ...mailTextsIn(language), placeholderData: (before) => before });
  return (
    <Section title={t("Texts")} note={t("Amounts, dates and links cannot be edited.")}>
      <Loaded query={query} what={t("Could not load the texts")} rows={6}>
        {(texts) => <Texts texts={texts} language={language} choose={setLanguage} />}
      </Loaded>
    </Section>
  );
}

interface TextsProps {
  readonly texts: readonly MailText[];
  readonly language: TextLanguage;
  choose(language: TextLanguage): void;
}

/** Readers get a text of their language, or that of all languages. */
function Texts({ texts, language, choose }: TextsProps) {
  const [kind, setKind] = useState(texts[0]?.kind);
  const text = texts.find((one) => one.kind === kind);
  return (
    <div className="mail-texts">
      <Select
        label={t("Mail")}
        value={kind}
        change={setKind}
        options={texts.map(
          (one) =>
            [
              one.kind,
              one.edited ? t("{title} (edited)", { title: sentText(one.title) }) : sentText(one.title),
            ] as const,
        )}
      />
      <Select
        label={t("Readers")}
        value={language}
        change={(chosen) => choose(chosen as TextLanguage)}
        options={[["", t("All languages without a text of their own")], ...languageOptions]}
      />
      {text && (
        <TextForm
          key={[text.kind, language, text.subject, text.intro, text.edited].join(" ")}
          text={text}
          language={language}
        />
      )}
    </div>
  );
}

function TextForm({ text, language }: { text: MailText; language: TextLanguage }) {
  const change = useChange(["mails", "texts"]);
  const [draft, setDraft] = useState({ subject: text.subject, intro: text.intro });
  const params = textAt(text.kind, language);
  // The text of all languages is restored where it is edited.
  const isOwn = text.edited && text.language === (language || null);
  const { problem, working, submit } = useForm(() =>
    change(dataOf(api.PUT("/mails/texts/{kind}", { params, body: draft })), t("Text saved")),
  );
  const restore = useForm(() =>
    change(dataOf(api.DELETE("/mails/texts/{kind}", { params })), t("Default text restored")),
  );
  const faults = { subject: problem?.faultOf("subject"), intro: problem?.faultOf("intro") };
  const names = text.placeholders.map((name) => `{${name}}`).join(", ");
  return (
    <div className="cols">
      <form className="stackform c6" onSubmit={(event: FormEvent) => submit(event)}>
        <Field
          label={t("Subject")}
          value={draft.subject}
          required
          maxLength={200}
          fault={faults.subject}
          change={(subject) => setDraft({ ...draft, subject })}
          hint={t("Plain text. Braces are filled in.")}
        />
        <Area
          label={t("Text before the details")}
          rows={6}
          value={draft.intro}
          required
          maxLength={2000}
          fault={faults.intro}
          change={(intro) => setDraft({ ...draft, intro })}
          hint={t("Can contain {names}.", { names })}
        />
        <Fault message={faults.subject || faults.intro ? undefined : (problem ?? restore.problem)?.message} />
        <p className="actions">
          <Button permission="mails.change" type="submit" look="primary" aria-disabled={working || undefined}>
            {t("Save text")}
          </Button>
          {isOwn && (
            <Button permission="mails.change" onPress={() => restore.submit()}>
              {t("Use default")}
            </Button>
          )}
        </p>
      </form>
      <div className="c6">
        <Preview kind={text.kind} language={language} draft={draft} saved={text} />
      </div>
    </div>
  );
}

interface PreviewProps {
  readonly kind: string;
  readonly language: TextLanguage;
  readonly draft: { readonly subject: string; readonly intro: string };
  readonly saved: MailText;
}

function Preview({ kind, language, draft, saved }: PreviewProps) {
  const [asText, setAsText] = useState(false);
  const isSaved = draft.subject === saved.subject && draft.intro === saved.intro;
  const query = useQuery({
    ...previewOf(kind, language, isSaved ? {} : draft),
    placeholderData: (before) => before,
  });
  return (
    <Loaded query={query} what={t("Could not load the preview")}>
      {({ from, subject, text, html, files }) => (
        <>
          <p className="sm muted">{t("Preview with sample data")}</p>
          <dl className="facts">
            {from && (
              <div>
                <dt>{t("From")}</dt>
                <dd>{from}</dd>
              </div>
            )}
            <div>
              <dt>{t("Subject")}</dt>
              <dd dir="auto">
                <b>{subject}</b>
              </dd>
            </div>
            {files.length > 0 && (
              <div>
                <dt>{t("Attached")}</dt>
                <dd>{files.join(", ")}</dd>
              </div>
            )}
          </dl>
          {asText ? <pre className="mail-text">{text}</pre> : <MailView html={html} />}
          <p className="actions note">
            <Button onPress={() => setAsText(!asText)}>
              {asText ? t("Show as HTML") : t("Show as text")}
            </Button>
          </p>
        </>
      )}
    </Loaded>
  );
}

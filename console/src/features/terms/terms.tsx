import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { day, withinSentence } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { optionalField, textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Head } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { hidden, Table } from "../../parts/table.tsx";
import { TermsLink } from "./terms-link.tsx";
import { currentTerms, type Kind, kindNames } from "./terms-queries.ts";

const kinds = Object.keys(kindNames) as Kind[];

/** The current version of each agreement, and the next one. */
export function TermsPage() {
  const query = useQuery(currentTerms);
  const [published, setPublished] = useState<Kind>();
  return (
    <>
      <Head title={t("Terms")}>
        {t(
          "Customers accept them when they sign up, and new versions on their next visit. Until then calls and sign-ins work as before.",
        )}
      </Head>
      <div className="sec tight">
        <Loaded query={query} what={t("Could not load the terms")}>
          {(current) => {
            const of = (kind: Kind) => current.find((one) => one.kind === kind);
            return (
              <Table
                caption={t("Agreements")}
                items={kinds}
                keyOf={(kind) => kind}
                columns={[
                  { head: t("Agreement"), cell: (kind) => kindNames[kind] },
                  {
                    head: t("Current version"),
                    cell: (kind) => {
                      const found = of(kind);
                      return found ? <TermsLink terms={found} /> : <span className="soft">{t("none")}</span>;
                    },
                  },
                  {
                    head: t("Published"),
                    cell: (kind) => {
                      const found = of(kind);
                      return found && day(found.published_at);
                    },
                  },
                  {
                    head: hidden(t("Actions")),
                    cell: (kind) => (
                      <Button permission="terms.change" onPress={() => setPublished(kind)}>
                        <T text="Publish a version<span> of {kindName}</span>" kindName={kindNames[kind]} />
                      </Button>
                    ),
                    figures: true,
                  },
                ]}
              />
            );
          }}
        </Loaded>
      </div>
      {published && <Publish kind={published} close={() => setPublished(undefined)} />}
    </>
  );
}

function Publish({ kind, close }: { kind: Kind; close: () => void }) {
  return (
    <FormDialog
      title={t("Publish {kindName}", { kindName: withinSentence(kindNames[kind]) })}
      action={t("Publish version")}
      busy={t("Publishing")}
      close={close}
      changes={[["terms"]]}
      wide
      above={<p className="muted">{t("A published version cannot be edited or deleted.")}</p>}
      fields={({ text = "" }) => ({
        title: textField({ label: t("Title"), initial: kindNames[kind], maxLength: 200 }),
        text: textField({
          label: t("Text"),
          rows: 8,
          required: false,
          maxLength: 100_000,
          hint: t("Markdown."),
        }),
        url: {
          ...optionalField({
            label: t("Address"),
            type: "url",
            dir: undefined,
            maxLength: 2000,
            hint: t("Instead of a text."),
          }),
          blocks: (url) =>
            (url.trim() === "") === (text.trim() === "") && t("Enter a text or an address, not both."),
        },
      })}
      send={async ({ text, ...values }) => {
        const body = { ...values, text: text.trim() ? text : null };
        const { version } = await dataOf(api.PUT("/terms/{kind}", { params: { path: { kind } }, body }));
        return t("Version {version} is published", { version });
      }}
    />
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { day, withinSentence } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Area, Field } from "../../parts/field.tsx";
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
          "Customers accept them when they sign up, and new versions on their next visit. No call and no sign-in stops before.",
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
                        <T
                          text="Publish a version<span> of {kindName}</span>"
                          kindName={kindNames[kind]}
                          span={(words) => <span className="vh">{words}</span>}
                        />
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
  const queries = useQueryClient();
  const [title, setTitle] = useState(kindNames[kind]);
  const [url, setUrl] = useState("");
  const [text, setText] = useState("");
  const isOne = (url.trim() === "") !== (text.trim() === "");
  const act = async () => {
    const body = { title, url: url.trim() || null, text: text.trim() ? text : null };
    const made = await dataOf(api.PUT("/terms/{kind}", { params: { path: { kind } }, body }));
    await queries.invalidateQueries({ queryKey: ["terms"] });
    showToast(t("Version {version} is published", { version: made.version }));
  };
  return (
    <Dialog
      title={t("Publish {kindName}", { kindName: withinSentence(kindNames[kind]) })}
      action={t("Publish version")}
      busy={t("Publishing")}
      unavailable={!isOne && t("Enter a text or an address, not both.")}
      act={act}
      close={close}
      wide
    >
      <p className="muted">{t("A published version cannot be edited or deleted.")}</p>
      <Field label={t("Title")} required maxLength={200} dir="auto" value={title} change={setTitle} />
      <Area
        label={t("Text")}
        rows={8}
        maxLength={100_000}
        dir="auto"
        value={text}
        change={setText}
        hint={t("Markdown.")}
      />
      <Field
        label={t("Address")}
        type="url"
        maxLength={2000}
        value={url}
        change={setUrl}
        hint={t("Instead of a text.")}
      />
    </Dialog>
  );
}

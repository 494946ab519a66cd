import { t } from "../../base/language/language.ts";
import { JsonView } from "../../parts/json-view.tsx";
import { Table } from "../../parts/table.tsx";
import type { Body } from "./document.ts";
import { plainCode } from "./plain-code.tsx";

/** A request or response body: its example, and its members on demand. */
export function BodyView({ title, body }: { title: string; body: Body | undefined }) {
  if (!body) return null;
  const { type, example, fields } = body;
  return (
    <>
      <h3 className="ref-h">{title}</h3>
      <p className="muted sm">
        <code>{type}</code>
      </p>
      {example !== undefined && (
        <div className="code answer">
          <JsonView value={example} label={t("{title}: example", { title })} />
        </div>
      )}
      {fields.length > 0 && (
        <details className="note">
          <summary>{t("{title}: fields", { title })}</summary>
          <Table
            caption={t("{title}: fields", { title })}
            items={fields}
            keyOf={({ name }) => name}
            columns={[
              {
                head: t("Name"),
                cell: ({ name, type: of, required }) => (
                  <>
                    <code>{name}</code>
                    <span className="sub">{required ? t("{of}, required", { of }) : of}</span>
                  </>
                ),
              },
              {
                head: t("Description"),
                cell: ({ description }) => <span className="muted">{plainCode(description)}</span>,
              },
            ]}
          />
        </details>
      )}
    </>
  );
}

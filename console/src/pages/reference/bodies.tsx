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
          <JsonView value={example} label={`${title}: example`} />
        </div>
      )}
      {fields.length > 0 && (
        <details className="note">
          <summary>{title}: fields</summary>
          <Table
            caption={`${title}: fields`}
            items={fields}
            keyOf={({ name }) => name}
            columns={[
              {
                head: "Name",
                cell: ({ name, type: of, required }) => (
                  <>
                    <code>{name}</code>
                    <span className="sub">{`${of}${required ? ", required" : ""}`}</span>
                  </>
                ),
              },
              {
                head: "Description",
                cell: ({ description }) => <span className="muted">{plainCode(description)}</span>,
              },
            ]}
          />
        </details>
      )}
    </>
  );
}

import { Link } from "@tanstack/react-router";
import { CodeSamples } from "../../parts/code-samples.tsx";
import { Mark, outcomeOf, wordOf } from "../../parts/outcome.tsx";
import { Table } from "../../parts/table.tsx";
import { BodyView } from "./bodies.tsx";
import type { Operation, Parameter } from "./document.ts";
import { filledPath } from "./document.ts";
import { plainCode } from "./plain-code.tsx";
import { TryIt } from "./try-it.tsx";

/** One operation: its description, inputs and responses. A GET lookup has a form to call it. */
export function OperationView({
  operation,
  all,
}: {
  readonly operation: Operation;
  readonly all: readonly Operation[];
}) {
  const { method, path, summary, description, parameters, body, responses, lookup } = operation;
  return (
    <>
      <h2 className="ref-title">{summary}</h2>
      <p className="mono ref-path">
        {method} {path}
      </p>
      {description && <p className="muted ref-says">{plainCode(description)}</p>}
      {lookup && method === "GET" ? (
        <TryIt operation={operation} all={all} />
      ) : (
        <Management operation={operation} />
      )}
      {parameters.length > 0 && (
        <>
          <h3 className="ref-h">Parameters</h3>
          <Parameters parameters={parameters} />
        </>
      )}
      <BodyView title="Request body" body={body} />
      <BodyView title="Response body" body={responses[0]?.body} />
      <h3 className="ref-h">Responses</h3>
      <Table
        caption="Responses"
        items={responses}
        keyOf={({ status }) => status}
        columns={[
          {
            head: "Status",
            cell: ({ status }) =>
              status === "default" ? (
                <Mark outcome="failed">Any other</Mark>
              ) : (
                <Mark outcome={outcomeOf(Number(status))}>
                  {status} {wordOf(Number(status))}
                </Mark>
              ),
          },
          {
            head: "Meaning",
            cell: ({ description: when }) => <span className="muted">{plainCode(when)}</span>,
          },
          ...(lookup ? [{ head: "Charged", cell: charged }] : []),
        ]}
      />
    </>
  );
}

function charged({ status }: Operation["responses"][number]): string {
  if (status === "200") return "Plan price";
  return status === "404" ? "Usually free" : "Free";
}

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }) {
  return (
    <Table
      caption="Parameters"
      items={parameters}
      keyOf={({ name, in: place }) => `${place} ${name}`}
      columns={[
        {
          head: "Name",
          cell: (one) => (
            <>
              <code>{one.name}</code>
              <span className="sub">
                {one.in}
                {one.required ? ", required" : ""}
              </span>
            </>
          ),
        },
        {
          head: "Description",
          cell: (one) => <span className="muted">{plainCode(one.description ?? "")}</span>,
        },
        {
          head: "Example",
          cell: (one) => (one.example === undefined ? "" : <code>{String(one.example)}</code>),
        },
      ]}
    />
  );
}

function Management({ operation }: { readonly operation: Operation }) {
  const examples = Object.fromEntries(
    operation.parameters.map(({ name, example }) => [name, String(example ?? name.toUpperCase())]),
  );
  const path = filledPath(operation.path, examples) ?? operation.path;
  if (operation.lookup) return <CodeSamples path={path} secret={undefined} />;
  if (operation.open) return <p className="muted sm">No credential is required.</p>;
  return (
    <p className="muted sm">
      Requires a token in <code>Authorization</code>. Create access tokens under{" "}
      <Link to="/profile">Profile</Link>.
    </p>
  );
}

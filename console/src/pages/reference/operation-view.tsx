import { CodeSamples } from "../../parts/code-samples.tsx";
import { Mark, outcomeOf, wordOf } from "../../parts/outcome.tsx";
import { Table } from "../../parts/table.tsx";
import type { Operation, Parameter } from "./document.ts";
import { filledPath } from "./document.ts";
import { plainCode } from "./plain-code.tsx";
import { TryIt } from "./try-it.tsx";

/** One operation: what it does, what it takes, what it answers; a lookup can be tried. */
export function OperationView({
  operation,
  all,
}: {
  readonly operation: Operation;
  readonly all: readonly Operation[];
}) {
  const { method, path, summary, description, parameters, responses, lookup } = operation;
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
      <h3 className="ref-h">Answers</h3>
      <Table
        caption="Answers"
        items={responses}
        keyOf={({ status }) => status}
        columns={[
          {
            head: "Status",
            cell: ({ status }) => (
              <Mark outcome={outcomeOf(Number(status))}>
                {status} {wordOf(Number(status))}
              </Mark>
            ),
          },
          { head: "When", cell: ({ description: when }) => <span className="muted">{plainCode(when)}</span> },
          ...(lookup ? [{ head: "Charged", cell: charged }] : []),
        ]}
      />
    </>
  );
}

function charged({ status }: Operation["responses"][number]): string {
  if (status === "200") return "as your plan says";
  return status === "404" ? "nothing, in most plans" : "nothing";
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
        { head: "Meaning", cell: (one) => <span className="muted">{plainCode(one.description ?? "")}</span> },
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
  return (
    <p className="muted sm">
      Takes a token in <code>Authorization</code>, not a key. Access tokens for programs are made under
      Profile.
    </p>
  );
}

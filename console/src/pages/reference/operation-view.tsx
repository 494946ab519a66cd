import { useDeferredValue, useState } from "react";
import { textAt } from "../../api/text-at.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { servicePath } from "../../base/service-path.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { CodeSamples } from "../../parts/code-samples.tsx";
import { Mark, Status } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { BodyView } from "./bodies.tsx";
import { filledPath, type Operation, type Parameter } from "./document.ts";
import { plainCode } from "./plain-code.tsx";
import { TryIt } from "./try-it.tsx";

interface OperationViewProps {
  readonly operation: Operation;
  readonly all: readonly Operation[];
}

/** An operation: description, parameters, responses. A lookup can be run. */
export function OperationView({ operation, all }: OperationViewProps) {
  const { method, path, summary, description } = operation;
  // The description appears first; the rest is rendered in short tasks.
  const ready = useDeferredValue(true, false);
  return (
    <>
      <h2 className="ref-title">{summary}</h2>
      <p className="mono ref-path">
        {method} {path}
      </p>
      {!ofRegisteredApi(operation) && <ForAgents id={operation.id} />}
      {description && <p className="muted ref-says">{plainCode(description)}</p>}
      {ready && <Details operation={operation} all={all} />}
    </>
  );
}

/** The operation as a page that an agent can work from without the document. */
function ForAgents({ id }: { id: string }) {
  const path = `/docs/operations/${id}.md`;
  const [failed, setFailed] = useState(false);
  const copy = async () => {
    try {
      await copyText(await textAt(path), t("Copied as Markdown"));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <p className="ref-agents sm">
      <Button look="text" onPress={copy}>
        {t("Copy for an agent")}
      </Button>{" "}
      <a href={`${servicePath}${path}`}>{t("View as Markdown")}</a>
      {failed && <span role="alert"> {t("Could not load the page. Try again.")}</span>}
    </p>
  );
}

function Details({ operation, all }: OperationViewProps) {
  const { parameters, body, responses, lookup } = operation;
  return (
    <>
      {canRun(operation) ? (
        <TryIt operation={operation} all={all} />
      ) : (
        <Authentication operation={operation} />
      )}
      {parameters.length > 0 && (
        <>
          <h3 className="ref-h">{t("Parameters")}</h3>
          <Table
            caption={t("Parameters")}
            items={parameters}
            keyOf={(one) => `${one.in} ${one.name}`}
            columns={parameterColumns}
          />
        </>
      )}
      <BodyView title={t("Request body")} body={body} />
      <BodyView title={t("Response body")} body={responses[0]?.body} />
      <h3 className="ref-h">{t("Responses")}</h3>
      <Table
        caption={t("Responses")}
        items={responses}
        keyOf={({ status }) => status}
        columns={lookup ? [...responseColumns, priceColumn] : responseColumns}
      />
    </>
  );
}

/** The operations of registered APIs have the API's name before a dot. */
const ofRegisteredApi = ({ id }: Operation) => id.includes(".");

/** Lookups, and every operation of a registered API that takes no other body than JSON. */
function canRun(operation: Operation): boolean {
  const { method, lookup, body } = operation;
  if (!lookup) return false;
  return method === "GET" || (ofRegisteredApi(operation) && (!body || body.type.includes("json")));
}

type Response = Operation["responses"][number];

const responseColumns: readonly Column<Response>[] = [
  {
    head: t("Status"),
    cell: ({ status }) =>
      status === "default" ? (
        <Mark outcome="failed">{t("Any other")}</Mark>
      ) : (
        <Status status={Number(status)} />
      ),
  },
  { head: t("When"), cell: ({ description }) => <span className="muted">{plainCode(description)}</span> },
];

const prices: Readonly<Record<string, string>> = { 200: t("Plan price"), 404: t("Usually free") };

const priceColumn: Column<Response> = { head: t("Price"), cell: ({ status }) => prices[status] ?? t("Free") };

const parameterColumns: readonly Column<Parameter>[] = [
  {
    head: t("Name"),
    cell: (one) => (
      <>
        <code>{one.name}</code>
        <span className="sub">{one.required ? t("{of}, required", { of: one.in }) : one.in}</span>
      </>
    ),
  },
  {
    head: t("Description"),
    cell: (one) => <span className="muted">{plainCode(one.description ?? "")}</span>,
  },
  {
    head: t("Example"),
    cell: ({ example }) => (example === undefined ? "" : <code>{String(example)}</code>),
  },
];

function Authentication({ operation }: { operation: Operation }) {
  const examples = Object.fromEntries(
    operation.parameters.map(({ name, example }) => [name, String(example ?? name.toUpperCase())]),
  );
  const path = filledPath(operation.path, examples) ?? operation.path;
  if (operation.lookup) {
    const { method, body } = operation;
    const example = body?.example === undefined ? undefined : JSON.stringify(body.example);
    const call = { path, method, body: example, type: body?.type, operation };
    return <CodeSamples call={call} secret={undefined} />;
  }
  if (operation.open) return <p className="muted sm">{t("No credential is required.")}</p>;
  return (
    <p className="muted sm">
      <T
        text="Requires a token in <code>Authorization</code>. Create access tokens under <link>Profile</link>."
        link={(words) => <Link to="/me">{words}</Link>}
      />
    </p>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { actingOf } from "../../api/account.ts";
import { sessionStore } from "../../api/session.ts";
import { servicePath } from "../../base/service-path.ts";
import { BreakablePath } from "../../parts/breakable-path.tsx";
import { Field } from "../../parts/field.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import type { Operation } from "./document.ts";
import { OperationView } from "./operation-view.tsx";
import { operationsFor } from "./operations.ts";

/** Every operation of the OpenAPI document. Lookups can be run with the user's key. */
export function Reference() {
  const user = sessionStore.use()?.user;
  const query = useQuery(operationsFor(user?.id));
  return (
    <>
      {/* Before the document has come: it is what a visitor sees first. */}
      <Head title="API reference">
        Every operation of this service with its parameters, examples and errors, from its{" "}
        <a href={`${servicePath}/openapi.json`}>OpenAPI document</a>. Run lookups here with your API key, or
        copy the call for curl, TypeScript or Python.
      </Head>
      <Loaded query={query} what="Could not load the reference" rows={10}>
        {(all) => <Operations all={all} />}
      </Loaded>
    </>
  );
}

function Operations({ all }: { all: readonly Operation[] }) {
  const session = sessionStore.use();
  const operator = session && actingOf(session).role === "operator";
  const { search } = useSearchState();
  const chosen =
    all.find(({ id }) => id === search.op) ??
    all.find(({ id }) => id === (operator ? "listUsers" : "decodeVin"));
  usePageTitle(chosen ? `${chosen.summary} · API reference` : "API reference");
  return (
    <div className="ref">
      <OperationList all={all} chosen={chosen} />
      <div className="ref-one">
        {chosen ? (
          <OperationView key={chosen.id} operation={chosen} all={all} />
        ) : (
          <Empty title="No matching operation">Choose one from the list.</Empty>
        )}
      </div>
    </div>
  );
}

/** VIN decoders first, lists of choices last. */
function rankOf(tag: string): number {
  if (tag === "Basic VIN decoder") return 0;
  if (tag === "OEM VIN decode") return 1;
  return /options$/.test(tag) ? 3 : 2;
}

interface OperationListProps {
  readonly all: readonly Operation[];
  readonly chosen: Operation | undefined;
}

function OperationList({ all, chosen }: OperationListProps) {
  const { search, change } = useSearchState();
  const kind = search.kind ?? (chosen?.lookup === false ? "management" : "lookups");
  const text = (search.q ?? "").toLowerCase();
  // The long list is rendered after the operation, in short tasks.
  const ready = useDeferredValue(true, false);
  const listed = all.filter(
    (one) =>
      one.lookup === (kind === "lookups") &&
      `${one.summary} ${one.path} ${one.tag} ${one.id}`.toLowerCase().includes(text),
  );
  const groups = [...Map.groupBy(listed, ({ tag }) => tag)].sort(([a], [b]) => rankOf(a) - rankOf(b));
  return (
    <nav aria-label="Operations">
      <Field
        label="Search"
        type="search"
        value={search.q ?? ""}
        placeholder="plate, recall, /auction"
        change={(q) => change({ q }, true)}
      />
      <p className="actions note">
        {(["lookups", "management"] as const).map((one) => (
          <button
            key={one}
            type="button"
            className="btn btn-text"
            aria-pressed={kind === one}
            onClick={() => change({ kind: one })}
          >
            {one === "lookups" ? "Lookups" : "Management"}
          </button>
        ))}
      </p>
      {listed.length === 0 && <p className="muted note">No matching operation for “{search.q}”.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls */}
      <section className="ref-list" aria-label="List of operations" tabIndex={0}>
        {(ready ? groups : []).map(([tag, operations]) => (
          <div key={tag}>
            <h2>{tag}</h2>
            <ul>
              {operations.map((one) => (
                <li key={one.id}>
                  <Link
                    to="/reference"
                    search={{ ...search, op: one.id }}
                    aria-current={one.id === chosen?.id ? "true" : undefined}
                  >
                    {one.summary}
                    <span className="sub mono">
                      {one.method === "GET" ? "" : `${one.method} `}
                      <BreakablePath path={one.path} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    </nav>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { actingOf } from "../../api/account.ts";
import { sessionStore } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
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
      {/* Shown before the document has loaded: a visitor's first view. */}
      <Head title={t("API reference")}>
        <T
          text="Every operation of this service with its parameters, examples and errors, from its <link>OpenAPI document</link>. Run lookups here with your API key, or copy the call for curl, TypeScript or Python."
          link={(words) => <a href={`${servicePath}/openapi.json`}>{words}</a>}
        />
      </Head>
      <Loaded query={query} what={t("Could not load the reference")} rows={10}>
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
  usePageTitle(chosen ? t("{summary} · API reference", { summary: chosen.summary }) : t("API reference"));
  return (
    <div className="ref">
      <OperationList all={all} chosen={chosen} />
      <div className="ref-one">
        {chosen ? (
          <OperationView key={chosen.id} operation={chosen} all={all} />
        ) : (
          <Empty title={t("No matching operation")}>{t("Choose one from the list.")}</Empty>
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
    <nav aria-label={t("Operations")}>
      <Field
        label={t("Search")}
        type="search"
        value={search.q ?? ""}
        placeholder={t("plate, recall, /auction")}
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
            {one === "lookups" ? t("Lookups") : t("Management")}
          </button>
        ))}
      </p>
      {listed.length === 0 && (
        <p className="muted note">{t("No matching operation for “{q}”.", { q: search.q })}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls */}
      <section className="ref-list" aria-label={t("List of operations")} tabIndex={0}>
        {(ready ? groups : []).map(([tag, operations]) => (
          <div key={tag}>
            <h2>{tag}</h2>
            <ul>
              {operations.map((one) => (
                <li key={one.id}>
                  <Link
                    to="/docs/reference"
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

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { reach } from "../../api/client.ts";
import { sessionStore } from "../../api/session.ts";
import { counted } from "../../base/format.ts";
import { servicePath } from "../../base/service-path.ts";
import { BreakablePath } from "../../parts/breakable-path.tsx";
import { Field } from "../../parts/field.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useSearchState } from "../../parts/use-search-state.ts";
import { type OpenapiDocument, type Operation, operationsOf } from "./document.ts";
import { OperationView } from "./operation-view.tsx";

/** The API reference: every operation of the OpenAPI document. Lookups can be called with a key. */
export function Reference() {
  const query = useQuery({
    queryKey: ["openapi"],
    queryFn: async () => {
      const response = await reach(new Request(`${servicePath}/openapi.json`));
      return operationsOf((await response.json()) as OpenapiDocument);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={query} what="Could not load the API reference" rows={10}>
      {(all) => <Browse all={all} />}
    </Loaded>
  );
}

/** Orders tags: the decoders first, lists of choices last. */
function rankOf(tag: string): number {
  if (tag === "Basic VIN decoder") return 0;
  if (tag === "OEM VIN decode") return 1;
  return /options$/.test(tag) ? 3 : 2;
}

function Browse({ all }: { readonly all: readonly Operation[] }) {
  const operator = sessionStore.use()?.user.role === "operator";
  const { search, change } = useSearchState();
  // Operators mostly read management, customers lookups. Both can see all operations.
  const chosen =
    all.find(({ id }) => id === search.op) ??
    all.find(({ id }) => id === (operator ? "listUsers" : "decodeVin"));
  const kind = search.kind ?? (chosen?.lookup === false ? "management" : "lookups");
  usePageTitle(chosen ? `${chosen.summary} · API reference` : "API reference");
  const words = (search.q ?? "").toLowerCase();
  const listed = all.filter(
    (one) =>
      one.lookup === (kind === "lookups") &&
      `${one.summary} ${one.path} ${one.tag} ${one.id}`.toLowerCase().includes(words),
  );
  const tags = [...new Set(listed.map(({ tag }) => tag))].sort((a, b) => rankOf(a) - rankOf(b));
  return (
    <>
      <Head title="API reference">
        {counted(all.length, "operation")} of this service, from its{" "}
        <a href={`${servicePath}/openapi.json`}>OpenAPI document</a>. Run lookups with your API key.
      </Head>
      <div className="ref">
        <nav aria-label="Operations">
          <Field
            label="Search"
            type="search"
            value={search.q ?? ""}
            placeholder="plate, recall, /auction"
            onChange={(event) => change({ q: event.target.value }, { replace: true })}
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
          {listed.length === 0 && <p className="muted note">No matching operation.</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
          <section className="ref-list" aria-label="List of operations" tabIndex={0}>
            {tags.map((tag) => (
              <div key={tag}>
                <h2>{tag}</h2>
                <ul>
                  {listed
                    .filter((one) => one.tag === tag)
                    .map((one) => (
                      <li key={one.id}>
                        <Link
                          to="."
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
        <div className="ref-one">
          {chosen ? (
            <OperationView key={chosen.id} operation={chosen} all={all} />
          ) : (
            <Empty title="Operation not found">Select one from the list.</Empty>
          )}
        </div>
      </div>
    </>
  );
}

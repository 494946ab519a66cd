import { useQuery } from "@tanstack/react-query";
import type { Api } from "../../api/client.ts";
import { apis } from "../../api/queries.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { ListPage } from "../../parts/list-page.tsx";
import { May } from "../../parts/may.tsx";
import { Link } from "../../parts/router.tsx";
import { type Column, Unknown } from "../../parts/table.tsx";

const columns: readonly Column<Api>[] = [
  {
    head: "API",
    cell: (one) => (
      <>
        <Link to={`/apis/${one.id}`} dir="auto">
          {sentText(one.display_name)}
        </Link>
        <span className="sub">{sentText(one.description)}</span>
      </>
    ),
  },
  { head: t("Path"), cell: ({ path }) => <code>/{path.replace(/^\//, "")}</code> },
  {
    head: t("Backend"),
    cell: ({ builtin, service_url: url }) =>
      builtin ? <span className="muted">{t("Built in")}</span> : url ? <code>{url}</code> : <Unknown />,
  },
];

/** The APIs of plans: built-in lookups and registered APIs. */
export function Apis() {
  const query = useQuery(apis);
  return (
    <ListPage
      title="APIs"
      note={t(
        "Plans consist of APIs. The lookups are built in. Calls of an API that you register are forwarded to its backend.",
      )}
      actions={
        <May permission="apis.change">
          <Link className="btn" to="/apis/new">
            {t("Register API")}
          </Link>
        </May>
      }
      what={t("the APIs")}
      query={query}
      empty={t("No APIs yet")}
      table={{ caption: "APIs", keyOf: ({ id }) => id, columns }}
    />
  );
}

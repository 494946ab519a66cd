import { useQuery } from "@tanstack/react-query";
import { type System, system } from "../../api/system.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Setting = System["settings"][number];

function Value({ value, fallback, source, secret }: Setting) {
  if (source === "default") return <span className="muted">{fallback}</span>;
  if (secret) return <span className="muted">set, never shown</span>;
  return <code>{value}</code>;
}

const columns: readonly Column<Setting>[] = [
  {
    head: "Setting",
    cell: ({ name, summary }) => (
      <>
        <code>{name}</code>
        <span className="sub">{summary}</span>
      </>
    ),
  },
  { head: "Value", cell: Value },
  { head: "Source", cell: ({ source }) => <span className="tag">{source}</span> },
];

/** The settings of the service, without secrets. */
export function Settings() {
  const query = useQuery(system);
  return (
    <Loaded query={query} what="Could not load the settings" rows={10}>
      {({ settings }) => {
        const changed = settings.filter(({ source }) => source !== "default");
        const defaults = settings.filter(({ source }) => source === "default");
        return (
          <>
            <Head title={`${changed.length} of ${settings.length} settings changed`}>
              Settings are environment variables, read at start. Secrets are never shown. For the state of the
              service, see <Link to="/system">System</Link>.
            </Head>
            <Section title="Changed">
              {changed.length === 0 ? (
                <p className="muted">All settings have their defaults.</p>
              ) : (
                <Table
                  caption="Changed settings"
                  items={changed}
                  keyOf={({ name }) => name}
                  columns={columns}
                />
              )}
            </Section>
            <Section title="Defaults">
              <Table
                caption="Default settings"
                items={defaults}
                keyOf={({ name }) => name}
                columns={columns.slice(0, 2)}
              />
            </Section>
          </>
        );
      }}
    </Loaded>
  );
}

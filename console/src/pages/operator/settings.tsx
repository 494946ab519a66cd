import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type System, system } from "../../api/system.ts";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Setting = System["settings"][number];

const sources = { environment: "environment", file: "file", default: "default" } as const;

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
  { head: "From", cell: ({ source }) => <span className="tag">{sources[source]}</span> },
];

/** What the service was started with, and where each of it comes from; secrets are never shown. */
export function Settings() {
  usePageTitle("Settings");
  const query = useQuery(system);
  return (
    <Loaded query={query} what="The settings could not be read" rows={10}>
      {({ settings }) => {
        const stated = settings.filter(({ source }) => source !== "default");
        return (
          <>
            <Head title={`${stated.length} of ${settings.length} settings are set`}>
              They are environment variables, read when the service starts; what is not set has its default.
              Of a secret it is only shown whether it is set. The state of the service is under{" "}
              <Link to="/system">System</Link>.
            </Head>
            <Section title="Set here">
              {stated.length === 0 ? (
                <p className="muted">None: everything has its default.</p>
              ) : (
                <Table
                  caption="Settings that are set"
                  items={stated}
                  keyOf={({ name }) => name}
                  columns={columns}
                />
              )}
            </Section>
            <Section title="As they come">
              <Table
                caption="Settings with their defaults"
                items={settings.filter(({ source }) => source === "default")}
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

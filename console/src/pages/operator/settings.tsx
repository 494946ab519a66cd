import { useQuery } from "@tanstack/react-query";
import { type System, system } from "../../api/system.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Setting = System["settings"][number];

function Value({ value, fallback, source, secret }: Setting) {
  if (source === "default") return <span className="muted">{fallback}</span>;
  if (secret) return <span className="muted">{t("set, never shown")}</span>;
  return <code>{value}</code>;
}

const columns: readonly Column<Setting>[] = [
  {
    head: t("Setting"),
    cell: ({ name, summary }) => (
      <>
        <code>{name}</code>
        <span className="sub">{summary}</span>
      </>
    ),
  },
  { head: t("Value"), cell: Value },
  { head: t("Source"), cell: ({ source }) => <span className="tag">{source}</span> },
];

/** The settings of the service, without secrets. */
export function Settings() {
  const query = useQuery(system);
  return (
    <Loaded query={query} what={t("Could not load the settings")} rows={10}>
      {({ settings }) => {
        const changed = settings.filter(({ source }) => source !== "default");
        const defaults = settings.filter(({ source }) => source === "default");
        return (
          <>
            <Head
              title={t("{changed} of {settings} settings changed", {
                changed: changed.length,
                settings: settings.length,
              })}
            >
              <T
                text="Settings are environment variables, read at start. Secrets are never shown. For the state of the service, see <link>System</link>."
                link={(words) => <Link to="/settings/system">{words}</Link>}
              />
            </Head>
            <Section title={t("Changed")}>
              <Table
                empty={<p className="muted">{t("All settings have their defaults.")}</p>}
                caption={t("Changed settings")}
                items={changed}
                keyOf={({ name }) => name}
                columns={columns}
              />
            </Section>
            <Section title={t("Defaults")}>
              <Table
                caption={t("Default settings")}
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

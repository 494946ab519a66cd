import { useQuery } from "@tanstack/react-query";
import { useMay } from "../../api/account.ts";
import { type System, system } from "../../api/system.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import type { Page } from "../../parts/page.ts";
import { sectionOf } from "../../parts/sections.ts";
import { Loaded } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Setting = System["settings"][number];

function Value({ name, value, fallback, source, secret }: Setting) {
  if (source === "default") return <span className="muted">{sentText(fallback)}</span>;
  return (
    <>
      {secret ? <span className="muted">{t("set, never shown")}</span> : <code>{value}</code>}
      <span className="sub">
        {source === "file"
          ? t("Set by the file of {name}", { name: `${name}_FILE` })
          : t("Set by {name}", { name })}
      </span>
    </>
  );
}

const columns: readonly Column<Setting>[] = [
  {
    head: t("Setting"),
    cell: ({ name, summary }) => (
      <>
        <code id={name}>{name}</code>
        <span className="sub">{sentText(summary)}</span>
      </>
    ),
  },
  { head: t("Value"), cell: Value },
];

/** What the environment sets of a section: shown, and not edited here. */
export function SectionEnvironment({ page }: { page: Page }) {
  const query = useQuery({ ...system, enabled: useMay()("service.view") });
  if (!query.data && !query.error) return null;
  return (
    <Loaded query={query} what={t("Could not load the settings")}>
      {({ settings }) => {
        const own = settings.filter(({ name }) => sectionOf(name) === page);
        const set = own.filter(({ source }) => source !== "default");
        const rest = own.filter(({ source }) => source === "default");
        if (own.length === 0) return null;
        return (
          <details
            className="sec environment"
            open={set.length > 0 || own.some(({ name }) => location.hash === `#${name}`)}
          >
            <summary>
              <h2>
                {t("{count, plural, one {# setting} other {# settings}} of the environment", {
                  count: own.length,
                })}
              </h2>
            </summary>
            <p className="muted">
              <T text="Read at start, and not edited here. Secrets are never shown." />
            </p>
            <Table
              caption={t("Settings of the environment")}
              items={[...set, ...rest]}
              keyOf={({ name }) => name}
              columns={columns}
            />
          </details>
        );
      }}
    </Loaded>
  );
}

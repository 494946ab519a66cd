import { useQuery } from "@tanstack/react-query";
import { type InstallationCheck, installationChecks } from "../../api/system.ts";
import { clock } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { Button } from "../../parts/button.tsx";
import { State, stateText } from "../../parts/outcome.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

const columns: readonly Column<InstallationCheck>[] = [
  { head: t("Check"), cell: ({ name }) => stateText(name) },
  { head: t("State"), cell: ({ state }) => <State state={state} /> },
  { head: t("Found"), cell: ({ found }) => sentText(found) },
  {
    head: t("What to do"),
    cell: ({ advice }) => (advice === null ? "" : sentText(advice)),
    className: "muted",
  },
];

/** What can be wrong with the installation, as `vingate doctor` finds it. */
export function InstallationChecks() {
  const query = useQuery(installationChecks);
  return (
    <>
      <Loaded query={query} what={t("Could not check the installation")} rows={5}>
        {({ checks, checked_at }) => (
          <>
            <p aria-live="polite">
              {t("{summaryOf} at {clock} UTC.", {
                summaryOf: summaryOf(checks),
                clock: clock(new Date(checked_at)),
              })}
            </p>
            <Table
              caption={t("Checks of the installation")}
              items={checks}
              keyOf={({ name }) => name}
              columns={columns}
            />
          </>
        )}
      </Loaded>
      <p className="actions note">
        <Button onPress={() => query.refetch()} busy={t("Checking")}>
          {t("Check again")}
        </Button>
      </p>
    </>
  );
}

function summaryOf(checks: readonly InstallationCheck[]): string {
  const count = (state: InstallationCheck["state"]) => checks.filter((check) => check.state === state).length;
  return t(
    "{faults, plural, one {# fault} other {# faults}} and {warnings, plural, one {# warning} other {# warnings}} in {checks, plural, one {# check} other {# checks}}",
    { faults: count("fault"), warnings: count("warning"), checks: checks.length },
  );
}

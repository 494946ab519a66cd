import { useQuery } from "@tanstack/react-query";
import { type InstallationCheck, installationChecks } from "../../api/system.ts";
import { clock, counted } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { State, stateText } from "../../parts/outcome.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

const columns: readonly Column<InstallationCheck>[] = [
  { head: "Check", cell: ({ name }) => stateText(name) },
  { head: "State", cell: ({ state }) => <State state={state} /> },
  { head: "Found", cell: ({ found }) => found },
  { head: "What to do", cell: ({ advice }) => advice ?? "", className: "muted" },
];

/** What can be wrong with the installation, as `vingate doctor` finds it. */
export function InstallationChecks() {
  const query = useQuery(installationChecks);
  return (
    <>
      <Loaded query={query} what="Could not check the installation" rows={5}>
        {({ checks, checked_at }) => (
          <>
            <p aria-live="polite">
              {summaryOf(checks)} at {clock(new Date(checked_at))} UTC.
            </p>
            <Table
              caption="Checks of the installation"
              items={checks}
              keyOf={({ name }) => name}
              columns={columns}
            />
          </>
        )}
      </Loaded>
      <p className="actions note">
        <Button onPress={() => query.refetch()} busy="Checking">
          Check again
        </Button>
      </p>
    </>
  );
}

function summaryOf(checks: readonly InstallationCheck[]): string {
  const count = (state: InstallationCheck["state"]) => checks.filter((check) => check.state === state).length;
  return `${counted(count("fault"), "fault")} and ${counted(count("warning"), "warning")} in ${counted(checks.length, "check")}`;
}

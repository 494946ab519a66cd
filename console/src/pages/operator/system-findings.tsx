import { api, dataOf } from "../../api/client.ts";
import type { InstallationCheck, SystemNode, SystemState } from "../../api/system.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { stateText } from "../../parts/outcome.tsx";
import { useChange } from "../../parts/use-change.ts";
import { useDo } from "../../parts/use-do.ts";

/** What needs an operator, the most urgent first. */
export function findingsOf(
  { checks, nodes, ledger_check: check, backups, held, journal, connections }: SystemState,
  installation: readonly InstallationCheck[],
): string[] {
  const failing = Object.entries(checks).filter(([, state]) => state !== "ok");
  const offline = nodes.filter(({ state }) => state === "silent").length;
  // Findings that sections of this page already show are left out.
  const found = installation.filter(({ name, state }) => state !== "ok" && !ownChecks.has(name));
  return [
    ...(held ? [t("Charging and sending are held after a restore")] : []),
    ...failing.map(([name, state]) => `${stateText(name)}: ${state}`),
    ...(offline > 0
      ? [
          t("{offline} of {nodes, plural, one {# node} other {# nodes}} offline", {
            offline,
            nodes: nodes.length,
          }),
        ]
      : []),
    ...(check?.state === "differ" ? [t("Consistency check failed")] : []),
    ...(backups.state === "failed" || backups.state === "late"
      ? [t("The last backup failed or is late")]
      : []),
    ...(backups.drill_error === null ? [] : [t("A backup cannot be restored")]),
    ...(journal.damaged.length > 0
      ? [
          t("{damaged, plural, one {# damaged journal} other {# damaged journals}}", {
            damaged: journal.damaged.length,
          }),
        ]
      : []),
    ...(connections && connections.needed > connections.allowed ? [t("Too few database connections")] : []),
    ...found
      .toSorted((a, b) => Number(b.state === "fault") - Number(a.state === "fault"))
      .map(({ name, found }) => `${stateText(name)}: ${sentText(found)}`),
  ];
}

const ownChecks: ReadonlySet<string> = new Set(["ledger", "connections", "decisions", "disk", "nodes"]);

/** The heading: the only finding, or their number. */
export function headingOf(findings: readonly string[]): string {
  const [first] = findings;
  if (first === undefined) return t("All systems operational");
  return findings.length === 1
    ? first
    : t("{findings} findings need attention", { findings: findings.length });
}

/** Starts a backup before its schedule. At an address with this action it is confirmed. */
export function BackUpNow() {
  const change = useChange(["system"]);
  const start = () => change(dataOf(api.POST("/system/backup")), t("Backup requested"));
  const asked = useDo("back-up", "service.change");
  return (
    <>
      <Button permission="service.change" onPress={start} busy={t("Requesting")}>
        {t("Back up now")}
      </Button>
      {asked.isOpen && (
        <Dialog
          title={t("Back up now?")}
          action={t("Back up now")}
          busy={t("Requesting")}
          act={start}
          close={asked.close}
        >
          <p className="muted">{t("It is made beside the running service, and the schedule stays.")}</p>
        </Dialog>
      )}
    </>
  );
}

/** Removes a node that has timed out from the list. */
export function ForgetNode({ instance, name }: SystemNode) {
  const change = useChange(["system"]);
  const forget = () =>
    change(
      dataOf(api.DELETE("/system/nodes/{instance}", { params: { path: { instance } } })),
      t("Node removed from the list"),
    );
  return (
    <Button permission="service.change" look="text" onPress={forget} busy={t("Removing")}>
      <T text="Forget node{name}" name={<span className="vh"> {name}</span>} />
    </Button>
  );
}

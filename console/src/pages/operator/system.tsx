import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useEvents } from "../../api/events.ts";
import { reachableStore, startingStore } from "../../api/reachability.ts";
import {
  installationChecks,
  type System as SystemRecord,
  type SystemState,
  system,
} from "../../api/system.ts";
import { bytes, clock, count, counted, recently, share } from "../../base/format.ts";
import { servicePath } from "../../base/service-path.ts";
import { Facts, Figures } from "../../parts/facts.tsx";
import { Bar } from "../../parts/meter.tsx";
import { State, stateText } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded, Skeleton } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { BackupState } from "./backups.tsx";
import { ConsistencyCheck } from "./consistency.tsx";
import { InstallationChecks } from "./installation-checks.tsx";
import { Nodes } from "./nodes.tsx";
import { BackUpNow, findingsOf, headingOf } from "./system-findings.tsx";

const meanings: Readonly<Record<string, string>> = {
  database: "It responds and has no damaged pages.",
  decoder: "The VIN data is loaded.",
  disk: "Journal and database have enough space.",
  journal: "Calls are recorded and applied to balances and reports.",
  clickhouse: "It stores single calls.",
};

const checkColumns: readonly Column<[name: string, state: string]>[] = [
  { head: "Check", cell: ([name]) => stateText(name) },
  { head: "State", cell: ([, state]) => <State state={state === "ok" ? "ok" : "failed"} /> },
  { head: "Description", cell: ([name]) => meanings[name], className: "muted" },
];

/** The live state of the service. */
export function System() {
  const query = useQuery(system);
  const [latest, setLatest] = useState<SystemState>();
  const stream = useEvents("/system/events", ({ data }) => setLatest(data as SystemState));
  const starting = startingStore.use();
  const lost = !reachableStore.use() || stream === "lost";
  const { data: installation, isPending } = useQuery(installationChecks);
  return (
    <Loaded query={query} what="Could not load the state of the service" rows={10}>
      {(loaded) => {
        const state = latest ?? loaded;
        const findings = findingsOf(state, installation?.checks ?? []);
        // Before all checks are known, nothing can be called operational.
        const heading = isPending ? "System" : headingOf(findings);
        return (
          <>
            <Head title={starting ? "The service is starting" : lost ? noConnection : heading}>
              {lost ? `The page shows the state of ${clock(state.time)} UTC.` : "Updates every 2 seconds."}{" "}
              Monitoring systems use {servicePath}/health.
            </Head>
            {isPending && <Skeleton rows={0} />}
            {!isPending && !starting && !lost && findings.length > 1 && (
              <ul className="words">
                {findings.map((finding) => (
                  <li key={finding}>{finding}</li>
                ))}
              </ul>
            )}
            <Sections state={state} />
            <Versions versions={loaded.versions} />
          </>
        );
      }}
    </Loaded>
  );
}

const noConnection = "No connection to the service";

function Sections({ state }: { state: SystemState }) {
  return (
    <>
      <Section title="Nodes" note="Every process of the service. Each reports its state every 5 seconds.">
        <Nodes nodes={state.nodes} ownInstance={state.answered_by} />
      </Section>
      <div className="cols">
        <Section className="c6" title="Journal">
          <Journal state={state} />
        </Section>
        <Section className="c6" title="Disk">
          <Disk disk={state.disk} />
        </Section>
      </div>
      {state.single_calls && (
        <Section title="Single calls in ClickHouse">
          <SingleCalls waiting={state.single_calls} />
        </Section>
      )}
      {state.connections && (
        <Section title="Database connections">
          <Connections connections={state.connections} />
        </Section>
      )}
      <Section title="Consistency check">
        <ConsistencyCheck check={state.ledger_check} now={state.time} />
      </Section>
      <Section title="Backups" aside={state.backups.state !== "off" && <BackUpNow />}>
        <BackupState backups={state.backups} now={state.time} />
      </Section>
      <Section
        title="Installation"
        note={
          <>
            What <code>vingate doctor</code> checks, on the responding node.
          </>
        }
      >
        <InstallationChecks />
      </Section>
      <Section title="Checks">
        <Table
          caption="Checks"
          items={Object.entries(state.checks)}
          keyOf={([name]) => name}
          columns={checkColumns}
        />
      </Section>
    </>
  );
}

function Journal({ state: { journal, leases } }: { state: SystemState }) {
  const { waiting_calls: calls, waiting_bytes: size, waiting_bytes_max: most, left_behind: left } = journal;
  return (
    <>
      <Figures
        figures={[
          [
            "Pending calls",
            count(calls),
            calls === 0 ? "balances and reports are current" : `${bytes(size)} of max. ${bytes(most)}`,
          ],
          [
            "Reserved credits",
            count(leases.credits_held),
            `of ${counted(leases.subscriptions, "subscription")}`,
          ],
          ["Orphaned journals", count(left), left === 0 ? "no node has failed" : "applied when they expire"],
        ]}
      />
      {journal.damaged.length > 0 && (
        <p className="fault note">
          {counted(journal.damaged.length, "damaged journal")}: <code>{journal.damaged.join(", ")}</code>. Run{" "}
          <code>npx vingate doctor --ledger</code>.
        </p>
      )}
    </>
  );
}

function SingleCalls({ waiting }: { waiting: NonNullable<SystemState["single_calls"]> }) {
  const {
    waiting_calls: calls,
    waiting_bytes: size,
    waiting_bytes_max: most,
    waiting_since: since,
  } = waiting;
  return (
    <Figures
      figures={[
        ["Waiting calls", count(calls), "charged, in this node's data folder"],
        ["Size", bytes(size), `of max. ${bytes(most)}, above which calls are refused`],
        ["Waiting since (UTC)", since === null ? "–" : recently(since), "the oldest call"],
      ]}
    />
  );
}

function Connections({ connections }: { connections: NonNullable<SystemState["connections"]> }) {
  const { used, needed, allowed } = connections;
  const enough = needed <= allowed;
  return (
    <>
      <Figures
        figures={[
          ["Used", count(used), "open connections of all nodes"],
          ["Needed", count(needed), "by all nodes, imports and the consistency check"],
          ["Allowed", count(allowed), "by PostgreSQL, without other programs"],
        ]}
      />
      {!enough && (
        <p className="fault note">
          Raise <code>max_connections</code> of PostgreSQL by {count(needed - allowed)}, or start fewer
          workers.
        </p>
      )}
    </>
  );
}

function Disk({ disk }: { disk: SystemState["disk"] }) {
  const { free_bytes: free, total_bytes: total, reserve_bytes: reserve, database_bytes: database } = disk;
  return (
    <>
      {total !== null && free !== null && (
        <div className="meter">
          <p>
            <b>{bytes(free)}</b> of {bytes(total)} free
          </p>
          <Bar share={(total - free) / total} label={`${share(total - free, total)} of the disk used`} />
        </div>
      )}
      <Facts
        className="facts note"
        facts={[
          ["Database", database !== null && bytes(database)],
          ["Journals", bytes(disk.journal_bytes)],
          ["Reserve", bytes(reserve)],
          ["Folder", <code key="f">{disk.folder}</code>],
        ]}
      />
    </>
  );
}

function Versions({ versions }: { versions: SystemRecord["versions"] }) {
  const data = versions.vin_data;
  return (
    <Section title="Versions" aside={<Link to="/settings">Settings</Link>}>
      <Facts
        facts={[
          ["Program", `Vingate ${versions.program}, interface ${versions.interface}`],
          ["Runtime", versions.runtime],
          ["Database", `${versions.database}, schema ${versions.schema}`],
          ["VIN data", data ? `${data.source} ${data.version}` : "loading"],
        ]}
      />
    </Section>
  );
}

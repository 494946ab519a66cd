import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useEvents } from "../../api/events.ts";
import { reachableStore, startingStore } from "../../api/reachability.ts";
import { installationChecks, type SystemState, system } from "../../api/system.ts";
import { bytes, clock, count, recently, share } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { servicePath } from "../../base/service-path.ts";
import { Facts, Figures } from "../../parts/facts.tsx";
import { Bar } from "../../parts/meter.tsx";
import { State, stateText } from "../../parts/outcome.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded, Skeleton } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { ConsistencyCheck } from "./consistency.tsx";
import { Held } from "./held.tsx";
import { InstallationChecks } from "./installation-checks.tsx";
import { Nodes } from "./nodes.tsx";
import { findingsOf, headingOf } from "./system-findings.tsx";
import { Versions } from "./versions.tsx";

const meanings: Readonly<Record<string, string>> = {
  database: t("It responds and has no damaged pages."),
  decoder: t("The VIN data is loaded."),
  disk: t("Journal and database have enough space."),
  journal: t("Calls are recorded and applied to balances and reports."),
  clickhouse: t("It stores single calls."),
};

const checkColumns: readonly Column<[name: string, state: string]>[] = [
  { head: t("Check"), cell: ([name]) => stateText(name) },
  { head: t("State"), cell: ([, state]) => <State state={state === "ok" ? "ok" : "failed"} /> },
  { head: t("Description"), cell: ([name]) => meanings[name], className: "muted" },
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
    <Loaded query={query} what={t("Could not load the state of the service")} rows={10}>
      {(loaded) => {
        const state = latest ?? loaded;
        const findings = findingsOf(state, installation?.checks ?? []);
        // Before all checks are known, nothing can be called operational.
        const heading = isPending ? t("System") : headingOf(findings);
        return (
          <>
            <Head title={starting ? t("The service is starting") : lost ? noConnection : heading}>
              {lost
                ? t("The page shows the state of {clock} UTC.", { clock: clock(state.time) })
                : t("Updates every 2 seconds.")}{" "}
              {t("Monitoring systems use {servicePath}/health.", { servicePath })}
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

const noConnection = t("No connection to the service");

function Sections({ state }: { state: SystemState }) {
  return (
    <>
      {state.held && <Held held={state.held} />}
      <Section
        title={t("Nodes")}
        note={t("Every process of the service. Each reports its state every 5 seconds.")}
      >
        <Nodes nodes={state.nodes} ownInstance={state.answered_by} />
      </Section>
      <div className="cols">
        <Section className="c6" title={t("Journal")}>
          <Journal state={state} />
        </Section>
        <Section className="c6" title={t("Disk")}>
          <Disk disk={state.disk} />
        </Section>
      </div>
      {state.single_calls && (
        <Section title={t("Single calls in ClickHouse")}>
          <SingleCalls waiting={state.single_calls} />
        </Section>
      )}
      {state.connections && (
        <Section title={t("Database connections")}>
          <Connections connections={state.connections} />
        </Section>
      )}
      <Section title={t("Consistency check")}>
        <ConsistencyCheck check={state.ledger_check} now={state.time} />
      </Section>
      <Section
        title={t("Installation")}
        note={<T text="What <code>vingate doctor</code> checks, on the responding node." />}
      >
        <InstallationChecks />
      </Section>
      <Section title={t("Checks")}>
        <Table
          caption={t("Checks")}
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
            t("Pending calls"),
            count(calls),
            calls === 0
              ? t("balances and reports are current")
              : t("{size} of max. {most}", { size: bytes(size), most: bytes(most) }),
          ],
          [
            t("Reserved credits"),
            count(leases.credits_held),
            t("of {subscriptions, plural, one {# subscription} other {# subscriptions}}", {
              subscriptions: leases.subscriptions,
            }),
          ],
          [
            t("Orphaned journals"),
            count(left),
            left === 0 ? t("no node has failed") : t("applied when they expire"),
          ],
        ]}
      />
      {journal.damaged.length > 0 && (
        <p className="fault note">
          <T
            text="{count, plural, one {# damaged journal} other {# damaged journals}}: {names}. Run <code>vingate doctor --ledger</code>."
            count={journal.damaged.length}
            names={<code>{journal.damaged.join(", ")}</code>}
          />
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
        [t("Waiting calls"), count(calls), t("charged, in this node's data folder")],
        [t("Size"), bytes(size), t("of max. {bytes}, above which calls are refused", { bytes: bytes(most) })],
        [t("Waiting since (UTC)"), since === null ? "–" : recently(since), t("the oldest call")],
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
          [t("Used"), count(used), t("open connections of all nodes")],
          [t("Needed"), count(needed), t("by all nodes, imports and the consistency check")],
          [t("Allowed"), count(allowed), t("by PostgreSQL, without other programs")],
        ]}
      />
      {!enough && (
        <p className="fault note">
          <T
            text="Raise <code>max_connections</code> of PostgreSQL by {needed}, or start fewer workers."
            needed={count(needed - allowed)}
          />
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
            <T text="{free} of {total} free" free={<b>{bytes(free)}</b>} total={bytes(total)} />
          </p>
          <Bar
            share={(total - free) / total}
            label={t("{share} of the disk used", { share: share(total - free, total) })}
          />
        </div>
      )}
      <Facts
        className="facts note"
        facts={[
          [t("Database"), database !== null && bytes(database)],
          [t("Journals"), bytes(disk.journal_bytes)],
          [t("Reserve"), bytes(reserve)],
          [t("Folder"), <code key="f">{disk.folder}</code>],
        ]}
      />
    </>
  );
}

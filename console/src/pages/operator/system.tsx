import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useEvents } from "../../api/events.ts";
import { type System as SystemRecord, type SystemState, system } from "../../api/system.ts";
import { bytes, count, share } from "../../base/format.ts";
import { servicePath } from "../../base/service-path.ts";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Books } from "./consistency.tsx";
import { Nodes } from "./nodes.tsx";

/** What each check of the service's health looks at. */
const meanings: Readonly<Record<string, string>> = {
  database: "It answers, and no damaged page has been found in it.",
  decoder: "The data that VINs are decoded by are loaded.",
  disk: "There is room for the journal of calls and for the database.",
  journal: "Calls are being recorded and carried into balances and reports.",
};

/** The state of the service, told as it changes. */
export function System() {
  usePageTitle("System");
  const query = useQuery(system);
  const [told, setTold] = useState<SystemState>();
  const stream = useEvents("/system/events", ({ data }) => setTold(data as SystemState));
  return (
    <Loaded query={query} what="The state of the service could not be read" rows={10}>
      {(read) => (
        <>
          <Head title={findingOf(told ?? read)}>
            {stream === "lost"
              ? "The connection broke off; what stands here is from before, and goes on when it is back."
              : "Told by the service every two seconds."}{" "}
            Monitoring systems ask {servicePath}/health.
          </Head>
          <State state={told ?? read} />
          <Versions versions={read.versions} />
        </>
      )}
    </Loaded>
  );
}

/** What is most worth knowing, in a few words. */
function findingOf({ checks, nodes, ledger_check: check }: SystemState): string {
  const failing = Object.entries(checks).filter(([, state]) => state !== "ok");
  if (failing.length > 0) return `${failing.map(([name, state]) => `${name} ${state}`).join(", ")}`;
  const silent = nodes.filter(({ state }) => state === "silent").length;
  if (silent > 0) return `${silent} of ${nodes.length} nodes ${silent === 1 ? "is" : "are"} silent`;
  if (check?.state === "differ") return "The books differ";
  return "Everything is well";
}

function State({ state }: { readonly state: SystemState }) {
  const { checks, disk } = state;
  return (
    <>
      <Section title="Nodes" note="Every process that answers. Each says every five seconds how it is.">
        <Nodes nodes={state.nodes} answeredBy={state.answered_by} />
      </Section>
      <div className="cols">
        <Section className="c6" title="On the way to the books">
          <Journal state={state} />
        </Section>
        <Section className="c6" title="Disk">
          <Disk disk={disk} />
        </Section>
      </div>
      <Section title="Books">
        <Books check={state.ledger_check} now={state.time} />
      </Section>
      <Section title="Checks">
        <Table
          caption="Checks"
          items={Object.entries(checks)}
          keyOf={([name]) => name}
          columns={[
            { head: "Check", cell: ([name]) => name },
            {
              head: "State",
              cell: ([, is]) => <Mark outcome={is === "ok" ? "ok" : "failed"}>{is}</Mark>,
            },
            { head: "Meaning", cell: ([name]) => <span className="muted">{meanings[name]}</span> },
          ]}
        />
      </Section>
    </>
  );
}

function Journal({ state: { journal, leases } }: { readonly state: SystemState }) {
  const { waiting_calls: calls, waiting_bytes: size, waiting_bytes_max: most } = journal;
  return (
    <>
      <dl className="figs">
        <div>
          <dt>Calls waiting</dt>
          <dd>
            {count(calls)}
            <small>
              {calls === 0 ? "balances and reports are current" : `${bytes(size)} of ${bytes(most)} at most`}
            </small>
          </dd>
        </div>
        <div>
          <dt>Credits on lease</dt>
          <dd>
            {count(leases.credits_held)}
            <small>
              of{" "}
              {leases.subscriptions === 1 ? "1 subscription" : `${count(leases.subscriptions)} subscriptions`}
            </small>
          </dd>
        </div>
        <div>
          <dt>Journals left behind</dt>
          <dd>
            {count(journal.left_behind)}
            <small>
              {journal.left_behind === 0 ? "no node died with calls" : "taken up when they expire"}
            </small>
          </dd>
        </div>
      </dl>
      {journal.damaged.length > 0 && (
        <p className="fault note">
          {count(journal.damaged.length)} damaged: <code>npx vingate doctor --ledger</code> says what to do
          about <code>{journal.damaged.join(", ")}</code>.
        </p>
      )}
    </>
  );
}

function Disk({ disk }: { readonly disk: SystemState["disk"] }) {
  const { free_bytes: free, total_bytes: total, reserve_bytes: reserve } = disk;
  const used = free === null || total === null ? undefined : total - free;
  const facts = [
    ["Database", disk.database_bytes === null ? undefined : bytes(disk.database_bytes)],
    ["Journals", bytes(disk.journal_bytes)],
    ["Kept free", bytes(reserve)],
    ["Folder", <code key="f">{disk.folder}</code>],
  ] as const;
  return (
    <>
      {used !== undefined && total !== null && free !== null && (
        <div className="meter">
          <p>
            <b>{bytes(free)}</b> of {bytes(total)} free
          </p>
          <svg className="bar" role="img" aria-label={`${share(used, total)} of the disk is used`}>
            <rect className="b0" x="0.5" y="0.5" width="99.9%" height="7" rx="2" />
            <rect className="b1" width={`${(100 * used) / total}%`} height="8" rx="2" />
          </svg>
        </div>
      )}
      <dl className="facts note">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? <span className="unknown">unknown</span>}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Versions({ versions }: { readonly versions: SystemRecord["versions"] }) {
  const facts = [
    ["Program", `Vingate ${versions.program}, interface ${versions.interface}`],
    ["Runs on", versions.runtime],
    ["Database", `${versions.database}, schema ${versions.schema}`],
    ["VIN data", versions.vin_data ? `${versions.vin_data.source} ${versions.vin_data.version}` : "loading"],
  ] as const;
  return (
    <Section title="Versions" aside={<Link to="/settings">Settings</Link>}>
      <Facts facts={facts} />
    </Section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { servicePath } from "../../api/base.ts";
import { answerOf, api, reach } from "../../api/client.ts";
import { usePageTitle } from "../../frame/page-title.ts";
import { moment } from "../../parts/format.ts";
import { Mark } from "../../parts/outcome.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";

const refreshMs = 5000;

/** What each check of the service's health looks at. */
const meanings: Readonly<Record<string, string>> = {
  database: "It answers, and no damaged page has been found in it.",
  decoder: "The data that VINs are decoded by are loaded.",
  disk: "There is room for the journal of calls and for the database.",
  journal: "Calls are being recorded and carried into balances and reports.",
};

interface Health {
  readonly status: string;
  readonly checks?: Readonly<Record<string, string>>;
}

/** The state of the service: what its own health check says, and which program answers. */
export function System() {
  usePageTitle("System");
  const health = useQuery({
    queryKey: ["health"],
    // A service that is unhealthy says so with a 503 and the same body.
    queryFn: async () =>
      (await (await reach(new Request(`${servicePath}/health`, { cache: "no-store" }))).json()) as Health,
    refetchInterval: refreshMs,
  });
  const about = useQuery({
    queryKey: ["about"],
    queryFn: async () => {
      const identity = await answerOf(api.GET("/identity"));
      return { ...identity, ahead: Date.parse(identity.time) - Date.now() };
    },
    refetchInterval: refreshMs,
  });
  const checks = Object.entries(health.data?.checks ?? {});
  const wrong = checks.filter(([, state]) => state !== "ok").length;
  const title = !health.data
    ? "System"
    : wrong === 0
      ? "Everything is well"
      : `${wrong} of ${checks.length} checks fail`;
  return (
    <>
      <Head title={title}>
        Asked again every five seconds. Monitoring systems ask the same at {servicePath}/health.
      </Head>
      <Section title="Checks">
        <Loaded query={health} what="The health check did not answer">
          {() => (
            <Table
              caption="Checks"
              items={checks}
              keyOf={([name]) => name}
              columns={[
                { head: "Check", cell: ([name]) => name },
                {
                  head: "State",
                  cell: ([, state]) => <Mark outcome={state === "ok" ? "ok" : "failed"}>{state}</Mark>,
                },
                { head: "Meaning", cell: ([name]) => <span className="muted">{meanings[name]}</span> },
              ]}
            />
          )}
        </Loaded>
      </Section>
      <Section
        title="The program that answers"
        note="With several nodes behind one address it may be another one each time."
      >
        <Loaded query={about} what="The service did not say who it is">
          {(identity) => (
            <dl className="facts">
              <dt>Version</dt>
              <dd>
                {identity.service} {identity.build}, interface {identity.version}
              </dd>
              <dt>Instance</dt>
              <dd>
                <code>{identity.instance}</code>
              </dd>
              <dt>Its clock</dt>
              <dd>
                {moment(identity.time)} UTC
                {Math.abs(identity.ahead) > 5000 && (
                  <>
                    ,{" "}
                    <Mark outcome="blocked">
                      {Math.round(Math.abs(identity.ahead) / 1000)} s{" "}
                      {identity.ahead > 0 ? "ahead of" : "behind"} this computer
                    </Mark>
                  </>
                )}
              </dd>
              <dt>Sign-up</dt>
              <dd>{identity.sign_up}</dd>
            </dl>
          )}
        </Loaded>
      </Section>
    </>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { saveBlob } from "../../api/download.ts";
import { useOwnKey } from "../../api/own-key.ts";
import { products } from "../../api/queries.ts";
import { count, counted, share } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Area, Field, Select } from "../../parts/field.tsx";
import { Bar } from "../../parts/meter.tsx";
import { creditWords, priceOf } from "../../parts/policy-words.ts";
import { blockLeaving } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Failure, NoSubscription } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { entriesMax, type ListKind, readList } from "./list-input.ts";
import { columns, ListRun } from "./list-run.ts";

interface KindWords {
  /** The start of the lookup's path, which has the price. */
  readonly path: string;
  /** One entry of the list. */
  readonly one: string;
  /** The column of entries in the results. */
  readonly head: string;
  readonly label: string;
  readonly hint: string;
}

const kinds: Readonly<Record<ListKind, KindWords>> = {
  vins: {
    path: "/vin-decoder/",
    one: "VIN",
    head: "VIN",
    label: "VINs",
    hint: "One VIN per line, or a table with a column of VINs.",
  },
  plates: {
    path: "/license-decoder/",
    one: "plate",
    head: "Plate",
    label: "Plates and states",
    hint: "One plate and state per line, for example ABC123, CA.",
  },
};

/** Looks up a list of VINs or plates, for people who do not program. */
export function Lists() {
  const { key, subscription, hasNone } = useOwnKey("vin-decoder");
  const plans = useQuery(products).data?.items ?? [];
  const [kind, setKind] = useState<ListKind>("vins");
  const [text, setText] = useState("");
  const [run, setRun] = useState<ListRun>();
  const { entries, repeated, incomplete, left } = useMemo(() => readList(text, kind), [text, kind]);
  const words = kinds[kind];
  const policy = plans.find(({ id }) => id === subscription?.product_id)?.policy ?? {};
  const price = entries.length * priceOf(words.path, policy);
  const remaining = subscription?.credits.unlimited ? null : (subscription?.credits.remaining ?? null);
  const remarks = [
    repeated > 0 && `${counted(repeated, "repeated line")} left out.`,
    incomplete > 0 && `${counted(incomplete, "line")} without a state of two letters left out.`,
    left > 0 && `Only the first ${count(entriesMax)} are used.`,
  ].filter(Boolean);
  const take = async (file: File | undefined) => {
    if (file) setText(await file.text());
  };
  const start = () => {
    const started = new ListRun(entries, kind, key ?? "");
    setRun(started);
    void started.start();
  };
  if (hasNone)
    return (
      <>
        <Head title="Lists" />
        <NoSubscription>A list needs the key of an active subscription.</NoSubscription>
      </>
    );
  if (run) return <Running run={run} total={entries.length} kind={kind} again={() => setRun(undefined)} />;
  return (
    <>
      <Head title="Lists">
        Look up as many as {count(entriesMax)} VINs or plates, and save the results as a table.
      </Head>
      <div className="sec form">
        <Select
          label="Look up"
          value={kind}
          change={(chosen) => setKind(chosen as ListKind)}
          options={[
            ["vins", "VINs"],
            ["plates", "License plates"],
          ]}
        />
        <Field
          label="File"
          type="file"
          accept=".csv,.tsv,.txt"
          hint="A text or CSV file. It is read in this browser."
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <Area
          label={words.label}
          className="mono"
          rows={10}
          spellCheck={false}
          hint={words.hint}
          value={text}
          change={setText}
        />
        <p aria-live="polite">
          {entries.length === 0
            ? "Nothing to look up yet."
            : `${counted(entries.length, words.one)}: at most ${creditWords(price)}. What is not found is ${policy.charge_on === "always" ? "charged too" : "free"}.`}{" "}
          {remarks.join(" ")}
          {remaining !== null && price > remaining && (
            <span className="fault">
              {" "}
              {counted(remaining, "credit")} left: the list stops when they are used up.
            </span>
          )}
        </p>
        <p className="actions">
          <Button
            look="primary"
            onPress={start}
            disabled={entries.length === 0}
            unavailable={entries.length > 0 && !key && "You need an active subscription."}
          >
            Look up {counted(entries.length, words.one)}
          </Button>
        </p>
      </div>
    </>
  );
}

interface RunningProps {
  readonly run: ListRun;
  readonly total: number;
  readonly kind: ListKind;
  again(): void;
}

function Running({ run, total, kind, again }: RunningProps) {
  const queries = useQueryClient();
  const { phase, done, found, rows, rate, problem } = run.state.use();
  const running = phase === "running";
  useEffect(() => (running ? blockLeaving() : undefined), [running]);
  useEffect(() => {
    if (!running) void queries.invalidateQueries({ queryKey: ["subscriptions"] });
  }, [running]);
  useEffect(() => () => run.stop(), []);
  const seconds = rate > 0 ? Math.ceil((total - done) / rate) : undefined;
  const stopped = `Stopped after ${count(done)} of ${count(total)}`;
  const titles = {
    running: `${count(done)} of ${count(total)} looked up`,
    stopped,
    failed: stopped,
    done: `${count(total)} looked up, ${count(found)} found`,
  };
  return (
    <>
      <Head title={titles[phase]}>
        {running && `${count(Math.round(rate))} per second`}
        {running && seconds !== undefined && `, about ${counted(seconds, "second")} left`}
        {!running && `${count(found)} found, ${count(done - found)} not found or not valid.`}
      </Head>
      <div className="sec progress">
        <Bar share={done / total} label={`${share(done, total)} looked up`} />
        {problem && <Failure error={problem} what="The list has stopped" />}
        <p className="actions note">
          {running && <Button onPress={() => run.stop()}>Stop</Button>}
          {(phase === "stopped" || phase === "failed") && (
            <Button look="primary" onPress={() => void run.start()}>
              Continue
            </Button>
          )}
          <Button
            unavailable={done === 0 && "No results yet."}
            onPress={() => saveBlob("vingate-list.csv", run.fileOf("csv"))}
          >
            Save as CSV
          </Button>
          <Button disabled={done === 0} onPress={() => saveBlob("vingate-list.json", run.fileOf("json"))}>
            Save as JSON
          </Button>
          {!running && <Button onPress={again}>New list</Button>}
        </p>
      </div>
      <Section title="Results" note={`The first ${count(rows.length)}. The saved file has all.`}>
        <Table
          caption="Results"
          items={rows}
          keyOf={({ name }) => name}
          columns={[
            {
              head: kinds[kind].head,
              cell: ({ name }) => <span className="mono">{name}</span>,
            },
            ...columns.map((head, index) => ({
              head,
              cell: ({ cells }: (typeof rows)[number]) => cells[index] ?? "",
            })),
            { head: "Error", cell: ({ fault }) => <span className="muted">{fault}</span> },
          ]}
        />
      </Section>
    </>
  );
}

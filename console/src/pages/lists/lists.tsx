import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { textOfBytes } from "../../../../src/base/reading/encodings.ts";
import { saveBlob } from "../../api/download.ts";
import { useOwnKey } from "../../api/own-key.ts";
import { products } from "../../api/queries.ts";
import { count, share } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Area, Field, Select } from "../../parts/field.tsx";
import { CheckList } from "../../parts/fields.tsx";
import { Bar } from "../../parts/meter.tsx";
import { creditWords, priceOf } from "../../parts/policy-words.ts";
import { blockLeaving } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Failure, NoSubscription } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { VinPhoto } from "../../parts/vin-photo/vin-photo.tsx";
import { useDecoders } from "../vehicle/use-decoders.ts";
import { entriesMax, type ListKind, readList, withLine } from "./list-input.ts";
import { useListLookups } from "./list-lookups.ts";
import { ListRun } from "./list-run.ts";

interface KindWords {
  /** So many entries of the list. */
  counted(entries: number): string;
  /** The column of entries in the results. */
  readonly head: string;
  readonly label: string;
  readonly hint: string;
}

const kinds: Readonly<Record<ListKind, KindWords>> = {
  vins: {
    counted: (entries) => t("{entries, plural, one {# VIN} other {# VINs}}", { entries }),
    head: "VIN",
    label: "VINs",
    hint: t("One VIN per line, or a table with a column of VINs."),
  },
  plates: {
    counted: (entries) => t("{entries, plural, one {# plate} other {# plates}}", { entries }),
    head: t("Plate"),
    label: t("Plates and states"),
    hint: t("One plate and state per line, for example ABC123, CA."),
  },
};

/** Looks up a list of VINs or plates, for people who do not program. */
export function Lists() {
  const { key, subscription, hasNone } = useOwnKey();
  const plans = useQuery(products).data?.items ?? [];
  const [kind, setKind] = useState<ListKind>("vins");
  const [text, setText] = useState("");
  const [run, setRun] = useState<ListRun>();
  const { entries, repeated, incomplete, left } = useMemo(() => readList(text, kind), [text, kind]);
  const words = kinds[kind];
  const policy = plans.find(({ id }) => id === subscription?.product_id)?.policy ?? {};
  const own = useListLookups();
  const { cheapest } = useDecoders();
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  // Until one chooses, the decoder of the page of a vehicle.
  const usual = own.filter(({ id }, index) => (cheapest ? id === cheapest : index === 0));
  const lookups = picked ? own.filter(({ id }) => picked.has(id)) : usual;
  const paths = kind === "vins" ? lookups.map(({ id }) => `/${id}/`) : ["/license-decoder/"];
  const price = entries.length * paths.reduce((sum, path) => sum + priceOf(path, policy), 0);
  const remaining = subscription?.credits.unlimited ? null : (subscription?.credits.remaining ?? null);
  const remarks = [
    repeated > 0 &&
      t("{repeated, plural, one {# repeated line} other {# repeated lines}} left out.", { repeated }),
    incomplete > 0 &&
      t("{incomplete, plural, one {# line} other {# lines}} without a state of two letters left out.", {
        incomplete,
      }),
    left > 0 && t("Only the first {entriesMax} are used.", { entriesMax: count(entriesMax) }),
  ].filter(Boolean);
  const take = async (file: File | undefined) => {
    if (file) setText(textOfBytes(new Uint8Array(await file.arrayBuffer())));
  };
  const start = () => {
    const started = new ListRun(entries, kind, key ?? "", lookups);
    setRun(started);
    void started.start();
  };
  if (hasNone)
    return (
      <>
        <Head title={t("Lists")} />
        <NoSubscription>{t("A list needs the key of an active subscription.")}</NoSubscription>
      </>
    );
  if (run) return <Running run={run} total={entries.length} kind={kind} again={() => setRun(undefined)} />;
  return (
    <>
      <Head title={t("Lists")}>
        {t("Look up as many as {entriesMax} VINs or plates, and save the results as a table.", {
          entriesMax: count(entriesMax),
        })}
      </Head>
      <div className="sec form">
        <Select
          label={t("Look up")}
          value={kind}
          change={(chosen) => setKind(chosen as ListKind)}
          options={[
            ["vins", "VINs"],
            ["plates", t("License plates")],
          ]}
        />
        <Field
          label={t("File")}
          type="file"
          accept=".csv,.tsv,.txt"
          hint={t("A text or CSV file. It is read in this browser.")}
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
        {kind === "vins" && (
          <VinPhoto several take={({ vin }) => setText((before) => withLine(before, vin))} />
        )}
        {kind === "vins" && (
          <fieldset className="event-types">
            <legend>{t("Lookups")}</legend>
            <CheckList
              items={own.map(({ id, name }) => [id, `${name} (${creditWords(priceOf(`/${id}/`, policy))})`])}
              chosen={new Set(lookups.map(({ id }) => id))}
              change={setPicked}
            />
          </fieldset>
        )}
        <p aria-live="polite">
          {entries.length === 0
            ? t("Nothing to look up yet.")
            : t(
                "{entries}: at most {creditWords}. What is not found is {chargeOn, select, yes {charged too} other {free}}.",
                {
                  entries: words.counted(entries.length),
                  creditWords: creditWords(price),
                  chargeOn: policy.charge_on === "always" ? "yes" : "no",
                },
              )}{" "}
          {remarks.join(" ")}
          {remaining !== null && price > remaining && (
            <span className="fault">
              {" "}
              {t(
                "{remaining, plural, one {# credit} other {# credits}} left: the list stops when they are used up.",
                { remaining },
              )}
            </span>
          )}
        </p>
        <p className="actions">
          <Button
            look="primary"
            onPress={start}
            disabled={entries.length === 0}
            unavailable={
              entries.length === 0
                ? false
                : paths.length === 0
                  ? t("Choose a lookup.")
                  : !key && t("You need an active subscription.")
            }
          >
            {entries.length > 0 && paths.length > 0
              ? t("Run ({price})", { price: creditWords(price) })
              : t("Run")}
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
  const stopped = t("Stopped after {done} of {total}", { done: count(done), total: count(total) });
  const speed = count(Math.round(rate));
  const titles = {
    running: t("{done} of {total} looked up", { done: count(done), total: count(total) }),
    stopped,
    failed: stopped,
    done: t("{total} looked up, {found} found", { total: count(total), found: count(found) }),
  };
  return (
    <>
      <Head title={titles[phase]}>
        {!running
          ? t("{found} found, {done} not found or not valid.", {
              found: count(found),
              done: count(done - found),
            })
          : seconds === undefined
            ? t("{speed} per second", { speed })
            : t("{speed} per second, about {seconds, plural, one {# second} other {# seconds}} left", {
                speed,
                seconds,
              })}
      </Head>
      <div className="sec progress">
        <Bar share={done / total} label={t("{share} looked up", { share: share(done, total) })} />
        {problem && <Failure error={problem} what={t("The list has stopped")} />}
        <p className="actions note">
          {running && <Button onPress={() => run.stop()}>{t("Stop")}</Button>}
          {(phase === "stopped" || phase === "failed") && (
            <Button look="primary" onPress={() => void run.start()}>
              {t("Continue")}
            </Button>
          )}
          <Button
            unavailable={done === 0 && t("No results yet.")}
            onPress={() => saveBlob("vingate-list.csv", run.fileOf("csv"))}
          >
            {t("Save as CSV")}
          </Button>
          <Button disabled={done === 0} onPress={() => saveBlob("vingate-list.json", run.fileOf("json"))}>
            {t("Save as JSON")}
          </Button>
          {!running && <Button onPress={again}>{t("New list")}</Button>}
        </p>
      </div>
      <Section
        title={t("Results")}
        note={t("The first {rows}. The saved file has all.", { rows: count(rows.length) })}
      >
        <Table
          caption={t("Results")}
          items={rows}
          keyOf={({ name }) => name}
          columns={[
            {
              head: kinds[kind].head,
              cell: ({ name }) => <span className="mono">{name}</span>,
            },
            ...run.columns.map((head, index) => ({
              head,
              cell: ({ cells }: (typeof rows)[number]) => cells[index] ?? "",
            })),
            { head: t("Error"), cell: ({ fault }) => <span className="muted">{fault}</span> },
          ]}
        />
      </Section>
    </>
  );
}

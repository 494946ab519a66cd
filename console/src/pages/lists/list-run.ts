import { ApiError, type ReportResult, Vingate } from "../../../../sdk/typescript/src/index.ts";
import { reach } from "../../api/client.ts";
import { asProblem, Problem } from "../../api/problem.ts";
import { csvRow } from "../../base/csv.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { newId } from "../../base/new-id.ts";
import { servicePath } from "../../base/service-path.ts";
import { createStore, type Store } from "../../base/store.ts";
import type { Entry, ListKind } from "./list-input.ts";
import { type Lookup, partCell, vehicleOf } from "./list-lookups.ts";

/** A line of the result, as the table shows it. */
export interface Row {
  readonly name: string;
  readonly cells: readonly string[];
  /** Why there is no vehicle; "" if there is one. */
  readonly fault: string;
}

export interface RunState {
  readonly phase: "running" | "stopped" | "done" | "failed";
  readonly done: number;
  readonly found: number;
  /** The first rows. */
  readonly rows: readonly Row[];
  /** Results per second since the last start. */
  readonly rate: number;
  readonly problem: Problem | undefined;
}

/** VINs of one batch. A batch that is sent again with its key is not charged again. */
const blockSize = 500;
/** Reports make several calls for each VIN, and their answer is read as a whole. */
const reportsAtOnce = 25;
const rowsShown = 50;
const shownEveryMs = 250;

const names = [t("Year"), t("Make"), t("Model"), t("Trim")] as const;

type Data = Readonly<Record<string, unknown>>;

/** The names of a decoded VIN, which are in a group of their own, or of a plate. */
function cellsOf(data: Data): string[] {
  const basic = (data.basic ?? data) as Data;
  return ["year", "make", "model", "trim"].map((name) => String(basic[name] ?? ""));
}

/**
 * A list that is looked up, line by line. It can be stopped and continued: nothing that was charged is charged again, and
 * what has come can be saved at any time.
 */
export class ListRun {
  readonly state: Store<RunState>;
  /** The columns after that of the entry. */
  readonly columns: readonly string[];
  readonly #entries: readonly Entry[];
  readonly #kind: ListKind;
  readonly #lookups: readonly Lookup[];
  readonly #client: Vingate;
  readonly #key = newId("list");
  readonly #csv: Blob[] = [];
  readonly #json: Blob[] = [];
  #csvText: string;
  #jsonText = "";
  #done = 0;
  #found = 0;
  readonly #rows: Row[] = [];
  #stop: AbortController | undefined;
  #begun = 0;
  #doneBefore = 0;
  #shownAt = 0;

  /** `lookups` are those of VINs: the decoder alone if there are none. */
  constructor(entries: readonly Entry[], kind: ListKind, key: string, lookups: readonly Lookup[] = []) {
    this.#entries = entries;
    this.#kind = kind;
    this.#lookups = lookups;
    this.columns = [...names, ...lookups.filter(({ isDecoder }) => !isDecoder).map(({ name }) => name)];
    const url = location.origin + servicePath;
    const send = (input: RequestInfo | URL, init?: RequestInit) => reach(new Request(input, init));
    this.#client = new Vingate({ url, key, fetch: send as typeof fetch });
    const first = kind === "vins" ? ["VIN"] : [t("Plate"), t("State"), "VIN"];
    this.#csvText = csvRow([...first, ...this.columns, t("Error")]);
    this.state = createStore<RunState>(this.#shown("stopped"));
  }

  /** Starts, or continues. Resolves when it ends or is stopped. */
  async start(): Promise<void> {
    if (this.state.get().phase === "running") return;
    this.#stop = new AbortController();
    this.#begun = performance.now();
    this.#doneBefore = this.#done;
    this.#show("running");
    try {
      const { signal } = this.#stop;
      const isDecode = this.#lookups.every(({ id }) => id === "vin-decoder");
      if (this.#kind === "plates") await this.#plates(signal);
      else await (isDecode ? this.#decode(signal) : this.#reports(signal));
      this.#show("done");
    } catch (error) {
      if (this.#stop.signal.aborted) this.#show("stopped");
      else this.#show("failed", problemIn(error));
    }
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** The results as a table, or as a JSON array of the lookups' responses. */
  fileOf(form: "csv" | "json"): Blob {
    if (form === "csv") return new Blob([...this.#csv, this.#csvText], { type: "text/csv" });
    return new Blob(["[", ...this.#json, this.#jsonText, "]"], { type: "application/json" });
  }

  async #decode(signal: AbortSignal): Promise<void> {
    while (this.#done < this.#entries.length) {
      const block = Math.floor(this.#done / blockSize) * blockSize;
      const vins = this.#entries.slice(block, block + blockSize).map(({ name }) => name);
      const options = { signal, idempotencyKey: `${this.#key}.${block}`, partSize: blockSize };
      for await (const { index, ...result } of this.#client.decodeVins(vins, options)) {
        if (block + index < this.#done) continue;
        const isFound = result.status === "success";
        this.#add(
          { name: result.vin, state: "" },
          isFound ? (result.data as unknown as Data) : undefined,
          isFound ? "" : sentText(result.error.detail),
        );
      }
    }
  }

  async #reports(signal: AbortSignal): Promise<void> {
    while (this.#done < this.#entries.length) {
      // A stop is between two parts, whose keys are those of their first entries: what was charged is read.
      signal.throwIfAborted();
      const from = this.#done;
      const vins = this.#entries.slice(from, from + reportsAtOnce).map(({ name }) => name);
      const options = {
        idempotencyKey: `${this.#key}.${from}`,
        partSize: reportsAtOnce,
        families: this.#lookups.map(({ id }) => id),
      };
      for await (const result of this.#client.reports(vins, options))
        this.#addReport(this.#entries[from + result.index]!, result);
    }
  }

  #addReport(entry: Entry, result: ReportResult): void {
    if (result.status === "error") {
      this.#add(entry, undefined, result.error.detail);
      return;
    }
    const { parts } = result.data;
    const own = this.#lookups.map((lookup) => ({ lookup, part: parts[lookup.id] }));
    const isFound = own.some(({ part }) => part?.data);
    const counted = own.filter(({ lookup }) => !lookup.isDecoder).map(({ part }) => partCell(part));
    const fault = isFound ? "" : (own.find(({ part }) => part?.error)?.part?.error?.detail ?? "");
    const vehicle = vehicleOf(own.map(({ part }) => part?.data));
    this.#add(entry, isFound ? result.data : undefined, fault, [...cellsOf(vehicle), ...counted]);
  }

  async #plates(signal: AbortSignal): Promise<void> {
    for (let entry = this.#entries[this.#done]; entry; entry = this.#entries[this.#done]) {
      signal.throwIfAborted();
      const { name, state } = entry;
      // A call that is under way is awaited: a stop loses no answer that was charged.
      try {
        const { data } = await this.#client.getLicenseDecodeByPlate(name, state);
        this.#add(entry, data as unknown as Data, "");
      } catch (error) {
        if (!(error instanceof ApiError && (error.status === 404 || error.status === 422))) throw error;
        this.#add(entry, undefined, sentText(error.detail));
      }
    }
  }

  #add(entry: Entry, data: Data | undefined, fault: string, own?: readonly string[]): void {
    const cells = own ?? (data ? cellsOf(data) : this.columns.map(() => ""));
    const first = this.#kind === "vins" ? [entry.name] : [entry.name, entry.state, String(data?.vin ?? "")];
    this.#csvText += csvRow([...first, ...cells, fault]);
    const key = this.#kind === "vins" ? { vin: entry.name } : { plate: entry.name, state: entry.state };
    const json = JSON.stringify({ ...key, ...(data ? { data } : { error: fault }) });
    this.#jsonText += this.#done === 0 ? json : `,\n${json}`;
    const name = this.#kind === "vins" ? entry.name : `${entry.name}, ${entry.state}`;
    if (this.#rows.length < rowsShown) this.#rows.push({ name, cells, fault });
    this.#done += 1;
    if (data) this.#found += 1;
    // Long lists are kept by the browser as files, not as texts of the page.
    if (this.#done % blockSize === 0) {
      this.#csv.push(new Blob([this.#csvText]));
      this.#json.push(new Blob([this.#jsonText]));
      this.#csvText = "";
      this.#jsonText = "";
    }
    if (performance.now() - this.#shownAt > shownEveryMs) this.#show("running");
  }

  #show(phase: RunState["phase"], problem?: Problem): void {
    this.#shownAt = performance.now();
    this.state.set(this.#shown(phase, problem));
  }

  #shown(phase: RunState["phase"], problem?: Problem): RunState {
    const seconds = (performance.now() - this.#begun) / 1000;
    return {
      phase,
      done: this.#done,
      found: this.#found,
      rows: [...this.#rows],
      rate: phase === "running" && seconds > 0 ? (this.#done - this.#doneBefore) / seconds : 0,
      problem,
    };
  }
}

function problemIn(error: unknown): Problem {
  if (!(error instanceof ApiError)) return asProblem(error);
  const { status, detail, code, requestId, retryAfter } = error;
  return new Problem(status, detail, code, { requestId, retryAfter });
}

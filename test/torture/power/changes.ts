import { featureParts } from "../../feature-parts.ts";
import { operate, operatorToken } from "../installation.ts";

/** What an operator did, and when its answer was there, or it was requested: seconds of the wall clock. */
export type Change = { readonly answeredAt: number } & (
  | { readonly kind: "made" | "deleting" | "deleted"; readonly subscription: string; readonly key: string }
  | { readonly kind: "published"; readonly version: number }
  | { readonly kind: "imported"; readonly version: number }
);

type Part = {
  publish(put: (path: string, body: object) => Promise<unknown>, number: number): Promise<number>;
};

export const datasetRows = 400;
const secondsOf = () => (performance.timeOrigin + performance.now()) / 1000;

/** The records of a version of the dataset, each with its version as the day. */
export const dayOf = (version: number): string => `2026-01-${String(version).padStart(2, "0")}`;
const csvOf = (version: number): string =>
  [
    "vin,year,make,model,as_of",
    ...Array.from({ length: datasetRows }, (_, row) => {
      return `1HGCM82633A${String(row + 100_000)},2003,HONDA,ACCORD,${dayOf(version)}`;
    }),
  ].join("\n");

/** Makes and deletes subscriptions, publishes terms and imports datasets until `done`. */
export async function makeChanges(port: number, done: () => boolean): Promise<Change[]> {
  const changes: Change[] = [];
  const note = (change: object) => void changes.push({ ...change, answeredAt: secondsOf() } as Change);
  await Promise.all([
    changeSubscriptions(port, note, done),
    publishTerms(port, note, done),
    importSets(port, note, done),
  ]);
  return changes.sort((a, b) => a.answeredAt - b.answeredAt);
}

type Note = (change: object) => void;

async function changeSubscriptions(port: number, note: Note, done: () => boolean): Promise<void> {
  const person = { email: "changes@example.com", first_name: "Ada", last_name: "Byron" };
  await operate(port, "PUT", "/products/changing", { credits_granted: 100, state: "published" });
  const { user } = await operate<{ user: { id: string } }>(port, "POST", "/users/signup", person);
  for (let number = 1; !done(); number++) {
    const subscription = `changing-${number}`;
    const path = `/subscriptions/${subscription}`;
    await unlessRefused(async () => {
      await operate(port, "PUT", path, { scope: "/products/changing", owner_id: user.id, state: "active" });
      const shown = await operate<{ primary_key: string }>(port, "POST", `${path}/listSecrets`);
      const about = { subscription, key: shown.primary_key };
      note({ kind: "made", ...about });
      if (number % 2 === 1) return;
      note({ kind: "deleting", ...about });
      await operate(port, "DELETE", path);
      note({ kind: "deleted", ...about });
    });
    await Bun.sleep(150);
  }
}

/** A decision log whose syncs fail refuses changes for seconds. */
async function unlessRefused(change: () => Promise<void>): Promise<void> {
  await change().catch((error: Error) => {
    if (!error.message.includes(" answered 503: ")) throw error;
  });
}

async function publishTerms(port: number, note: Note, done: () => boolean): Promise<void> {
  for (const { publish } of await featureParts<Part>("power-loss.ts"))
    for (let number = 1; !done(); number++) {
      const put = (path: string, body: object) => operate(port, "PUT", path, body);
      // Repeated with the same text, it publishes none.
      for (let version: number | undefined; version === undefined && !done(); )
        await unlessRefused(async () => {
          version = await publish(put, number);
          note({ kind: "published", version });
        });
      await Bun.sleep(400);
    }
}

async function importSets(port: number, note: Note, done: () => boolean): Promise<void> {
  const headers = { authorization: `Bearer ${operatorToken}`, "content-type": "text/csv" };
  for (let version = 1; !done() && version <= 28; version++) {
    const url = `http://127.0.0.1:${port}/datasets/lien?names=file&version=v${version}`;
    const answer = await fetch(url, { method: "PUT", headers, body: csvOf(version) });
    const { id } = (await answer.json()) as { id?: string };
    // A disk that refuses syncs can refuse the file.
    if (id !== undefined && (await stateAtEnd(port, id)) === "done") note({ kind: "imported", version });
    await Bun.sleep(300);
  }
}

async function stateAtEnd(port: number, id: string): Promise<string> {
  for (;;) {
    const { state } = await operate<{ state: string }>(port, "GET", `/imports/${id}`);
    if (state !== "running") return state;
    await Bun.sleep(100);
  }
}

import { join, resolve } from "node:path";
import { runJson, script } from "./common/child.ts";
import { type Figure, figure, median, table } from "./common/figure.ts";
import { inFolder } from "./common/folder.ts";
import { cpuUs, family, untilIdle } from "./common/measure.ts";
import { api, signUp, startService, subscribe } from "./common/service.ts";
import { scaled } from "./common/settings.ts";
import { inHttpBench } from "./http/bench.ts";
import { measureRounds, type Round, requireAnswered, type Target } from "./http/rounds.ts";
import { saleForms, writeSales } from "./import/sale-files.ts";

// `bun bench/compare.ts http|decode|sign-in|import OLD_TREE [rounds]`: measures the program of this work tree and of an older one by
// turns. Prints the medians of both and the median of the rounds' ratios, new over old.
const newTree = resolve(import.meta.dir, "..");

function compared(
  title: string,
  unit: string,
  old: readonly number[],
  now: readonly number[],
  note = "",
): Figure[] {
  const ratio = median(now.map((value, at) => value / old[at]!));
  return [
    figure(`${title}, old`, median(old), unit, note),
    figure(`${title}, new`, median(now), unit),
    figure(`${title}, new over old`, ratio, "×"),
  ];
}

/** `GET /vin-decoder/{vin}`: a service of each tree, one generator. */
async function compareHttp(oldTree: string): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const targets: Target[] = [];
    for (const [name, tree] of Object.entries({ old: oldTree, new: newTree })) {
      const service = await startService(bench.folder, join(bench.folder, name), { name, tree });
      const { metered, unlimited } = await subscribe(service);
      const servers = [service.server];
      targets.push({ name, servers, requests: metered });
      targets.push({ name: `${name}, unlimited`, servers, requests: unlimited });
    }
    const { measured, note } = await measureRounds(bench, targets);
    for (const { name } of targets) requireAnswered(name, measured.get(name)!);
    const values = (name: string, of: (round: Round) => number) => measured.get(name)!.map(of);
    const figures = (title: string, unit: string, of: (round: Round) => number, suffix = "", text = "") =>
      compared(title, unit, values(`old${suffix}`, of), values(`new${suffix}`, of), text);
    return [
      ...figures("CPU a request, counted credits", "µs", ({ cpu }) => cpu, "", note),
      ...figures("CPU a request, unlimited credits", "µs", ({ cpu }) => cpu, ", unlimited"),
      ...figures("throughput, counted credits", "req/s", ({ perSecond }) => perSecond),
      ...figures("p99, counted credits", "ms", (round) => round.p99),
      ...figures("resident", "MiB", ({ resident }) => resident),
    ];
  });
}

const signInsARound = scaled(100, 2);
const readsARound = scaled(10_000, 20);

/** The server's CPU in µs of a call, deferred work included. */
async function cpuOfCall(
  pid: number,
  calls: number,
  atOnce: number,
  call: () => Promise<unknown>,
): Promise<number> {
  const cpu = async () => {
    await untilIdle(pid);
    return family(pid).reduce((sum, one) => sum + cpuUs(one), 0);
  };
  const before = await cpu();
  let left = calls;
  const caller = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return ((await cpu()) - before) / calls;
}

/** `POST /auth/signin`, and `GET /users/{id}` by the token of the session. */
async function compareSignIn(oldTree: string, rounds: number): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const trees = Object.entries({ old: oldTree, new: newTree }) as ["old" | "new", string][];
    const services = await Promise.all(
      trees.map(async ([name, tree]) => {
        const service = await startService(folder, join(folder, name), { name, tree });
        const { url, server } = service;
        const { user } = await signUp(service);
        const { client_token } = await api<{ client_token: string }>(`${url}/identity`, "GET");
        const credentials = { email: "ada@example.com", password: "a long password of hers" };
        const signIn = () =>
          api<{ access_token: string }>(`${url}/auth/signin`, "POST", credentials, client_token);
        const { access_token } = await signIn();
        const read = () => api(`${url}/users/${user.id}`, "GET", undefined, access_token);
        return { name, pid: server.pid, signIn, read };
      }),
    );
    const taken = { old: { signIn: [], read: [] }, new: { signIn: [], read: [] } } as Record<
      "old" | "new",
      Record<"signIn" | "read", number[]>
    >;
    for (let round = 0; round <= rounds; round++)
      for (const { name, pid, signIn, read } of round % 2 === 0 ? services : services.toReversed()) {
        const [each, reads] = [
          await cpuOfCall(pid, signInsARound, 4, signIn),
          await cpuOfCall(pid, readsARound, 16, read),
        ];
        console.error(`round ${round} of ${rounds}: ${name}, ${each.toFixed(0)} µs, ${reads.toFixed(1)} µs`);
        if (round === 0) continue;
        taken[name].signIn.push(each);
        taken[name].read.push(reads);
      }
    return [
      ...compared("CPU a sign-in by password", "µs", taken.old.signIn, taken.new.signIn),
      ...compared("CPU a read of one's account by a session", "µs", taken.old.read, taken.new.read),
    ];
  });
}

/** Each tree's decoder in a process of its own, with the same VINs. */
async function compareDecode(oldTree: string, rounds: number): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const all: Record<"old" | "new", Record<string, number>[]> = { old: [], new: [] };
    const trees = Object.entries({ old: oldTree, new: newTree }) as ["old" | "new", string][];
    for (let round = 0; round < rounds; round++)
      for (const [name, tree] of round % 2 === 0 ? trees : trees.toReversed()) {
        const command = script("decode/tree-child.ts", tree, join(folder, name));
        const { result } = await runJson<Record<string, number>>(command);
        all[name].push(result);
        console.error(`round ${round + 1} of ${rounds}: ${name}, ${JSON.stringify(result)}`);
      }
    return Object.keys(all.new[0]!).flatMap((what) =>
      compared(
        what,
        "VIN/s",
        ...([all.old, all.new].map((runs) => runs.map((run) => run[what]!)) as [number[], number[]]),
      ),
    );
  });
}

/** Each tree's import of the same sales into SQLite, in a process of its own. */
async function compareImport(oldTree: string, rounds: number): Promise<Figure[]> {
  const rows = scaled(200_000, 2000);
  return inFolder(async (folder) => {
    const figures: Figure[] = [];
    const trees = Object.entries({ old: oldTree, new: newTree }) as ["old" | "new", string][];
    for (const form of saleForms) {
      const file = join(folder, `${form}.csv`);
      writeSales(file, form, rows);
      const all: Record<"old" | "new", { cpu: number; peak: number }[]> = { old: [], new: [] };
      for (let round = 0; round < rounds; round++)
        for (const [name, tree] of round % 2 === 0 ? trees : trees.toReversed()) {
          const command = script("import/tree-child.ts", tree, file);
          const { result } = await runJson<{ cpu: number; peak: number }>(command);
          all[name].push(result);
          console.error(`round ${round + 1} of ${rounds}: ${form}, ${name}, ${JSON.stringify(result)}`);
        }
      const values = (of: "cpu" | "peak") =>
        [all.old, all.new].map((runs) => runs.map((run) => run[of])) as [number[], number[]];
      figures.push(...compared(`CPU of importing sales, ${form}`, "ms", ...values("cpu")));
      figures.push(...compared(`peak memory, ${form}`, "MiB", ...values("peak")));
    }
    return figures;
  });
}

const [part, oldTree, rounds = "5"] = process.argv.slice(2);
const parts: Record<string, (tree: string) => Promise<Figure[]>> = {
  http: compareHttp,
  decode: (tree) => compareDecode(tree, Number(rounds)),
  import: (tree) => compareImport(tree, Number(rounds)),
  "sign-in": (tree) => compareSignIn(tree, Number(rounds)),
};
const compare = parts[part ?? ""];
if (!oldTree || !compare) {
  console.error(`usage: bun bench/compare.ts ${Object.keys(parts).join("|")} OLD_TREE [rounds]`);
  process.exit(2);
}
process.env.BENCH_ROUNDS = rounds;
console.log(table(await compare(resolve(oldTree))));

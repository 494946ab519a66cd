import { type Package, plainName } from "./packages.ts";

interface Kind {
  readonly title: string;
  readonly text: string;
  readonly isOf: (name: string) => boolean;
  /** The commands after the download and the check of the file; of pip the only one. */
  readonly use: (name: string) => readonly string[];
}

const kinds: readonly Kind[] = [
  {
    title: "Client in TypeScript",
    text: "For Node, Bun and browsers.",
    isOf: (name) => name.startsWith("vingate-client-"),
    use: (name) => [`npm install ./${name}`],
  },
  {
    title: "Client in Python",
    text: "pip compares the SHA-256 in the address.",
    isOf: (name) => name.endsWith(".whl"),
    use: () => [],
  },
  {
    title: "Verifier of statements",
    text: "For Node, without a network or a dependency.",
    isOf: (name) => name.startsWith("vingate-verify-"),
    use: (name) => [`npx ./${name} statement-2026-10.pdf`],
  },
  {
    title: "Decoder as a library",
    text: "For Node, Bun and browsers, with the VIN data of this service.",
    isOf: (name) => name.startsWith("vingate-vin-"),
    use: (name) => [`npm install ./${name}`],
  },
  {
    title: "Program",
    text: "The service and its command line, with the VIN data of this service.",
    isOf: (name) => /^vingate-\d.*\.tgz$/.test(name),
    use: (name) => [`npx ./${name} --help`],
  },
  {
    title: "Program",
    text: "The service and its command line in one file, for the system of this service.",
    isOf: () => true,
    use: (name) => [`chmod +x ${name}`, `./${name} --help`],
  },
];

/** What the service hands out, as HTML: each with its address, its SHA-256 and the commands that check and use it. */
export function packagesPage(packages: readonly Package[], publicUrl: string): string {
  const parts = packages.map((one) => {
    const { title, text, use } = kinds.find(({ isOf }) => isOf(one.name))!;
    const url = `${publicUrl}/sdk/${one.name}`;
    return { title, html: partOf(one, url, text, commandsOf(one, publicUrl, use)) };
  });
  const order = kinds.map(({ title }) => title);
  const sorted = parts.toSorted((a, b) => order.indexOf(a.title) - order.indexOf(b.title));
  const sections = sorted.map(({ title, html }) => `<h2>${title}</h2>${html}`);
  return `<p>All have this service's version and come from this address. No registry of packages has them under these names: install them only so.</p>${sections.join("")}`;
}

function commandsOf({ name, sha256 }: Package, publicUrl: string, use: Kind["use"]): string[] {
  if (name.endsWith(".whl")) return [`pip install "${publicUrl}/sdk/${name}#sha256=${sha256}"`];
  const file = plainName(name);
  return [
    `curl -sSO ${publicUrl}/sdk/${file}`,
    `echo "${sha256}  ${file}" | sha256sum --check`,
    ...use(file),
  ];
}

function partOf({ name, sha256, sizeBytes }: Package, url: string, text: string, commands: string[]): string {
  const size = sizeBytes < 1e6 ? `${Math.ceil(sizeBytes / 1000)} kB` : `${(sizeBytes / 1e6).toFixed(1)} MB`;
  return `<p>${text}</p><pre><code>${commands.join("\n")}</code></pre>
<p><a href="${url}">${name}</a>, ${size}, SHA-256<br><code style="overflow-wrap:anywhere">${sha256}</code></p>`;
}

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runCommand } from "./run-command.ts";

/** The scripts that dpkg runs. The service is not started: its settings come first. */
const scripts = {
  postinst: `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
if ! getent passwd vingate > /dev/null; then
  if command -v systemd-sysusers > /dev/null; then systemd-sysusers vingate.conf
  else useradd --system --user-group --home-dir /var/lib/vingate --shell /usr/sbin/nologin vingate; fi
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  # An upgrade: the new version takes over from the former one.
  if [ -n "$2" ]; then systemctl try-restart vingate.service; fi
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now vingate.service; fi
`,
  postrm: `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
# The data of /var/lib/vingate stay, also after a purge.
`,
};

interface DebianPackage {
  /** The folder of the project. */
  readonly home: string;
  readonly executable: string;
  readonly version: string;
  /** An empty folder. */
  readonly staging: string;
  /** Where the package is written. */
  readonly folder: string;
}

/** Debian's name of this machine's architecture. */
export const debianArchitecture = process.arch === "arm64" ? "arm64" : "amd64";

/** Makes the package of the program in one file, its unit and its settings; returns its path. */
export async function makeDebianPackage(
  { home, executable, version, staging, folder }: DebianPackage,
  env: Record<string, string>,
): Promise<string> {
  const put = (path: string, content: string | { from: string }, mode = 0o644) => {
    const file = join(staging, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    const bytes = typeof content === "string" ? content : readFileSync(join(home, content.from));
    writeFileSync(file, bytes, { mode });
  };
  mkdirSync(join(staging, "usr/bin"), { recursive: true });
  cpSync(executable, join(staging, "usr/bin/vingate"));
  const unit = readFileSync(join(home, "ops/systemd/vingate.service"), "utf8");
  put(
    "usr/lib/systemd/system/vingate.service",
    unit.replaceAll("/usr/local/bin/vingate", "/usr/bin/vingate"),
  );
  put("usr/lib/sysusers.d/vingate.conf", { from: "ops/systemd/vingate.sysusers" });
  put("etc/vingate/vingate.env", { from: "ops/systemd/vingate.env" }, 0o640);
  put("usr/share/doc/vingate/copyright", { from: "LICENSE" });
  for (const name of ["NOTICE", "README.md"]) put(`usr/share/doc/vingate/${name}`, { from: name });
  const { size } = Bun.file(executable);
  put(
    "DEBIAN/control",
    `Package: vingate
Version: ${version.replace("-", "~")}
Architecture: ${debianArchitecture}
Maintainer: Vingate <vingate@localhost>
Installed-Size: ${Math.ceil(size / 1024)}
Depends: libc6 (>= 2.31)
Recommends: systemd (>= 247), ca-certificates
Section: net
Priority: optional
Description: vehicle-data and API-management service
 Keys, credits, metering and VIN decoding in one program, with a console.
 Settings are in /etc/vingate/vingate.env, data in /var/lib/vingate.
 Start it: systemctl enable --now vingate
`,
  );
  put("DEBIAN/conffiles", "/etc/vingate/vingate.env\n");
  for (const [name, script] of Object.entries(scripts)) put(`DEBIAN/${name}`, script, 0o755);
  const file = join(folder, `vingate_${version.replace("-", "~")}_${debianArchitecture}.deb`);
  await runCommand(home, ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", staging, file], env);
  return file;
}

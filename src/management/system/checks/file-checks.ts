import { createPrivateKey, X509Certificate } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { findForeign } from "../../../base/data-folder.ts";
import { DiskSpace, totalBytes } from "../../../base/disk-space.ts";
import { dayMs } from "../../../base/durations.ts";
import { dayOf } from "../../../base/format/words.ts";
import { databaseFile } from "../../../database/integrity.ts";
import { type Check, fault, ok, warning } from "../../../running/check.ts";
import { firstRunPath } from "../lost-database.ts";

const othersRead = 0o077;

/** The data folder, and who can read what is in it. */
export const filesCheck: Check = {
  name: "files",
  run({ config }) {
    const { dataDir, tlsKey } = config;
    try {
      accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return fault(
        `${dataDir} cannot be used (${code})`,
        "Set VINGATE_DATA_DIR, or run as the user that owns the folder.",
      );
    }
    // Windows has no such modes.
    if (process.platform === "win32") return ok(`${dataDir} can be written`);
    const foreign = findForeign(dataDir);
    if (foreign !== undefined)
      return fault(
        `${foreign} belongs to another user than ${dataDir}: the service may not be able to use it`,
        `Run chown -R --reference="${dataDir}" "${dataDir}".`,
      );
    const locked = ["journal", "imports", "bodies"]
      .map((name) => join(dataDir, name))
      .find((path) => existsSync(path) && !isWritable(path));
    if (locked !== undefined)
      return fault(`${locked} cannot be written`, `Run chmod 700 "${locked}" as its owner.`);
    const secret = [
      join(dataDir, "master.key"),
      firstRunPath(config),
      ...(tlsKey === undefined ? [] : [tlsKey]),
    ];
    const open = secret.filter((path) => isOpen(path, othersRead));
    if (open.length > 0)
      return fault(
        `Others can read ${open.join(", ")}`,
        `Run chmod 600 ${open.map((path) => `"${path}"`).join(" ")}.`,
      );
    const file = databaseFile(dataDir);
    if (isOpen(file, 0o007) && isOpen(dataDir, 0o001))
      return warning(`Every user of this machine can read ${file}`, `Run chmod 700 "${dataDir}".`);
    return ok(`${dataDir} can be written; secrets can be read by their owner alone`);
  },
};

/** Whether this process can make files in a folder. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isOpen(path: string, mode: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & mode) !== 0;
}

const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString("en-US")} MiB`;

/** Below this part of its disk, Inbox has a row; the doctor's limits follow the reserve. */
const lowPart = 0.1;

export const diskCheck: Check = {
  name: "disk",
  run({ config: { dataDir, diskReserve } }) {
    const { free } = new DiskSpace(dataDir, diskReserve);
    if (free === undefined)
      return warning("The free space is unknown", "Check the disk of VINGATE_DATA_DIR.");
    const advice =
      "Free some space. VINGATE_REQUEST_LOG_DAYS and VINGATE_REQUEST_LOG_MAX bound the request log.";
    const item = { kind: "disk", code: "disk_low", values: { free_bytes: free } } as const;
    if (free < diskReserve)
      return {
        ...fault(`${mib(free)} are free, less than VINGATE_DISK_RESERVE (${mib(diskReserve)})`, advice),
        item: { ...item, harm: "refused" },
      };
    if (free < 2 * diskReserve)
      return {
        ...warning(`${mib(free)} are free; below ${mib(diskReserve)} lookups suffer`, advice),
        item: { ...item, harm: "risk" },
      };
    const isLow = free < lowPart * (totalBytes(dataDir) ?? 0);
    return { ...ok(`${mib(free)} are free`), ...(isLow && { item: { ...item, harm: "risk" } }) };
  },
};

const soonMs = 14 * dayMs;

export const certificateCheck: Check = {
  name: "certificate",
  run({ config: { acmeDomain, tlsCert, tlsKey, publicUrl }, clock }) {
    if (tlsCert === undefined || tlsKey === undefined)
      return ok(publicUrl.startsWith("https:") ? "A proxy has it" : "None is set");
    if (acmeDomain && !existsSync(tlsCert))
      return warning(
        `The authority has issued none yet for ${acmeDomain.join(", ")}`,
        "See the log: the names must lead here, and port 80 or 443 must be reachable from outside.",
      );
    let certificate: X509Certificate;
    try {
      certificate = new X509Certificate(readFileSync(tlsCert));
      if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(tlsKey))))
        return fault(
          `${tlsKey} is not the key of ${tlsCert}`,
          "Set VINGATE_TLS_KEY to the certificate's key.",
        );
    } catch (error) {
      const { code = "no PEM" } = error as NodeJS.ErrnoException;
      return fault(
        `${tlsCert} or ${tlsKey} cannot be read (${code})`,
        "Correct VINGATE_TLS_CERT and VINGATE_TLS_KEY, or the files.",
      );
    }
    const deadline = Date.parse(certificate.validTo);
    const leftMs = deadline - clock();
    const advice = acmeDomain
      ? "See the log, which says why the authority does not renew it."
      : "Renew it, and send SIGHUP to the service.";
    const item = { kind: "certificate", values: { ends_at: deadline } } as const;
    if (leftMs < 0)
      return {
        ...fault(`It expired on ${certificate.validTo}`, advice),
        item: {
          ...item,
          code: "certificate_expired",
          harm: "refused",
          found: `The certificate ended on ${dayOf(deadline)}`,
        },
      };
    if (leftMs < soonMs)
      return {
        ...warning(`It expires on ${certificate.validTo}`, advice),
        item: {
          ...item,
          code: "certificate_expires",
          deadline,
          found: `The certificate ends on ${dayOf(deadline)}`,
        },
      };
    return ok(`It is valid until ${certificate.validTo}`);
  },
};

/** Files that a process may open: connections are files. */
const filesLeast = 4096;

export const openFilesCheck: Check = {
  name: "open files",
  run() {
    const limits = existsSync("/proc/self/limits") ? readFileSync("/proc/self/limits", "utf8") : "";
    const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.NaN);
    if (Number.isNaN(most)) return ok("No limit is known");
    return most < filesLeast
      ? warning(
          `At most ${most}, connections included`,
          "Set LimitNOFILE=65536 in the systemd unit, or ulimit -n.",
        )
      : ok(`At most ${most}`);
  },
};

/** The number of the disk that a file or folder is on; undefined if there is none. */
export const deviceOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.dev;

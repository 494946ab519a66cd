import { auditBy } from "../../api/operator-queries.ts";
import { allOperators } from "../../api/roles.ts";
import { type System, system } from "../../api/system.ts";
import { bytes, count } from "../../base/format.ts";
import { languages, t } from "../../base/language/language.ts";
import type { SectionLine } from "../../parts/page.ts";
import { queryClient } from "../../parts/query-client.ts";
import { roleNames } from "../../parts/role-words.ts";
import { sectionOf } from "../../parts/sections.ts";

// The texts of the rows of Settings about sections that every installation has.

/** The system as it was a moment ago: several rows are about it. */
export const readSystem = () => queryClient.fetchQuery({ ...system, staleTime: 5000 });

/** A setting as it holds: its value, else its default. */
export function holds({ settings }: System, name: string): string {
  const found = settings.find((one) => one.name === `VINGATE_${name}`);
  return found?.value ?? found?.fallback ?? "";
}

/** Whether the environment sets a setting. */
export const isSet = ({ settings }: System, name: string): boolean =>
  settings.some((one) => one.name === `VINGATE_${name}` && one.source !== "default");

async function rolesLine(): Promise<SectionLine> {
  const { items } = await queryClient.fetchQuery(allOperators);
  const byRole = [...Map.groupBy(items, ({ operator_role: role }) => role)].map(
    ([role, own]) => `${roleNames[role]} ${count(own.length)}`,
  );
  const without = items.filter(({ second_factor: factor }) => factor === null).length;
  return {
    text: byRole.join(" · "),
    state:
      without === 0
        ? ["ok", t("All have a second factor")]
        : ["blocked", t("{without} without a second factor", { without })],
  };
}

async function signInLine(): Promise<SectionLine> {
  const state = await readSystem();
  const ways = [
    t("Password"),
    t("passkey"),
    ...(isSet(state, "OIDC_OPERATORS") || isSet(state, "OIDC_CUSTOMERS") ? [t("single sign-on")] : []),
  ];
  const isOpen = holds(state, "SIGNUP") === "open";
  return { text: ways.join(", "), state: ["ok", isOpen ? t("Sign-up is open") : t("Sign-up is closed")] };
}

async function auditLine(): Promise<SectionLine> {
  const { total } = await queryClient.fetchQuery(auditBy({ page: 1, page_size: 1 }));
  return {
    text: t("Who changed what, and who viewed a key"),
    state: ["ok", t("{total, plural, one {# entry} other {# entries}}", { total })],
  };
}

async function languagesLine(): Promise<SectionLine> {
  const zone = holds(await readSystem(), "BILLING_TIME_ZONE");
  return { text: [...Object.values(languages), zone].join(" · ") };
}

async function systemLine(): Promise<SectionLine> {
  const { nodes, versions, disk } = await readSystem();
  const silent = nodes.filter(({ state }) => state === "silent");
  const used =
    disk.total_bytes !== null && disk.free_bytes !== null
      ? t("{free} of {total} free", { free: bytes(disk.free_bytes), total: bytes(disk.total_bytes) })
      : "";
  return {
    text: [
      t("{nodes, plural, one {# node} other {# nodes}}", { nodes: nodes.length }),
      versions.database,
      used,
    ]
      .filter(Boolean)
      .join(" · "),
    state:
      silent.length === 0
        ? ["ok", t("All nodes online")]
        : ["failed", t("Node {node} is offline", { node: silent[0]!.name })],
  };
}

async function publicUrlLine(): Promise<SectionLine> {
  const state = await readSystem();
  return isSet(state, "PUBLIC_URL")
    ? { text: holds(state, "PUBLIC_URL"), state: ["ok", t("Set")] }
    : { text: t("The address that this service listens on"), state: ["blocked", t("Not set")] };
}

async function limitsLine(): Promise<SectionLine> {
  const state = await readSystem();
  const own = state.settings.filter(({ name }) => sectionOf(name)?.section?.environment === "others");
  const days = Number(holds(state, "REQUEST_LOG_DAYS"));
  const changed = own.filter(({ source }) => source !== "default").length;
  return {
    text: t("Request log kept for {days, plural, one {# day} other {# days}} · {more} settings more", {
      days,
      more: own.length,
    }),
    state: ["ok", t("{changed} changed", { changed })],
  };
}

async function backupsLine(): Promise<SectionLine> {
  const { backups } = await readSystem();
  const { state, folder, every_hours: everyHours, keep } = backups;
  if (folder === null) return { text: t("No scheduled backups"), state: ["blocked", t("Off")] };
  const isFine = state === "ok" || state === "waiting";
  return {
    text: t(
      "every {everyHours, plural, one {# hour} other {# hours}} into {folder}, the last {keep} are kept",
      {
        everyHours,
        folder,
        keep,
      },
    ),
    state: isFine ? ["ok", state === "ok" ? t("Made") : t("Waiting")] : ["failed", t("Late or failed")],
  };
}

export const coreLines = {
  roles: rolesLine,
  signIn: signInLine,
  audit: auditLine,
  languages: languagesLine,
  system: systemLine,
  publicUrl: publicUrlLine,
  limits: limitsLine,
  backups: backupsLine,
} satisfies Record<string, () => Promise<SectionLine>>;

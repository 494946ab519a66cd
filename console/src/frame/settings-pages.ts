import { t } from "../base/language/language.ts";
import { type Page, settingsPage } from "../parts/page.ts";

/** The text of a row: the list of pages is read without a browser too. */
const line = (name: keyof typeof import("../pages/operator/section-lines.ts")["coreLines"]) => () =>
  import("../pages/operator/section-lines.ts").then(({ coreLines }) => coreLines[name]());

/** Settings, and those of its sections that every installation has. */
export const settingsPages: readonly Page[] = [
  settingsPage({
    path: "/settings/audit",
    title: t("Audit log"),
    words: t("changes who"),
    permission: "audit.view",
    section: { group: "people", environment: ["AUDIT_"], says: line("audit") },
    load: () => import("../pages/operator/audit.tsx").then((code) => code.Audit),
  }),
  settingsPage({
    path: "/settings/system",
    title: t("System"),
    words: t("nodes health disk checks database"),
    permission: "service.view",
    section: {
      group: "service",
      environment: ["CLICKHOUSE_", "DATABASE_", "DATA_DIR", "DECISIONS_", "DISK_", "JOURNAL_", "WORKERS"],
      says: line("system"),
    },
    load: () => import("../pages/operator/system.tsx").then((code) => code.System),
  }),
  {
    path: "/settings",
    title: t("Settings"),
    access: "operator",
    operator: "settings",
    load: () => import("../pages/operator/settings.tsx").then((code) => code.Settings),
  },
  settingsPage({
    path: "/settings/roles",
    title: t("Roles"),
    words: t("operators permissions matrix access who may"),
    permission: "operators.view",
    section: { group: "people", says: line("roles") },
    load: () => import("../pages/operator/roles.tsx").then((code) => code.Roles),
  }),
  settingsPage({
    path: "/settings/languages",
    title: t("Languages"),
    words: t("German Spanish translation time zone dates"),
    permission: "service.view",
    section: { group: "looks", environment: ["BILLING_TIME_ZONE"], says: line("languages") },
    load: () => import("../pages/operator/environment-pages.tsx").then((code) => code.Languages),
  }),
  settingsPage({
    path: "/settings/sign-in",
    title: t("Sign-in"),
    words: t("sign-up password second factor single sign-on domains trial"),
    permission: "service.view",
    section: {
      group: "people",
      environment: ["OIDC_", "OPERATOR_SECOND_FACTOR", "OPERATOR_TOKEN", "SIGNUP", "TRIAL"],
      says: line("signIn"),
    },
    load: () => import("../pages/operator/environment-pages.tsx").then((code) => code.SignInSettings),
  }),
  settingsPage({
    path: "/settings/backups",
    title: t("Backups"),
    words: t("restore schedule drill"),
    permission: "service.view",
    section: { group: "service", environment: ["BACKUP_"], says: line("backups") },
    load: () => import("../pages/operator/backups.tsx").then((code) => code.Backups),
  }),
  settingsPage({
    path: "/settings/public-url",
    title: t("Public URL"),
    words: t("address domain port TLS certificate proxy host"),
    permission: "service.view",
    section: {
      group: "service",
      environment: [
        "ACME_",
        "HOST",
        "IMAGE_HOST",
        "PORT",
        "PUBLIC_URL",
        "SERVICE_HOST",
        "TLS_",
        "TRUSTED_PROXIES",
      ],
      says: line("publicUrl"),
    },
    load: () => import("../pages/operator/environment-pages.tsx").then((code) => code.PublicUrl),
  }),
  settingsPage({
    path: "/settings/limits",
    title: t("Limits and log"),
    words: t("environment variables defaults request log days"),
    permission: "service.view",
    section: { group: "service", environment: "others", says: line("limits") },
    load: () => import("../pages/operator/environment-pages.tsx").then((code) => code.Limits),
  }),
];

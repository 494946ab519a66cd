import { useQuery } from "@tanstack/react-query";
import { type May, useMay } from "../../api/account.ts";
import { type InboxRow, inbox } from "../../api/inbox.ts";
import { type System, system } from "../../api/system.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Mark } from "../../parts/outcome.tsx";
import type { Page, SectionLine } from "../../parts/page.ts";
import { permissionOf } from "../../parts/page.ts";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { allSections, sectionOf } from "../../parts/sections.ts";
import { Empty } from "../../parts/states.tsx";
import { foundText, pageOf } from "./inbox-words.ts";

type Setting = System["settings"][number];

const groups = {
  selling: t("Selling"),
  looks: t("Looks and mail"),
  people: t("People and machines"),
  service: t("Service"),
} as const;

/** In each group the sections have this order, and those of other features come last. */
const order = [
  "seller",
  "taxes",
  "datev",
  "payments",
  "terms",
  "brand",
  "mail",
  "languages",
  "roles",
  "sign-in",
  "assistants",
  "webhooks",
  "audit",
  "system",
  "backups",
  "public-url",
  "proof",
  "limits",
];
const rankOf = ({ path }: Page) =>
  (order.indexOf(path.slice("/settings/".length)) + order.length) % order.length;

const shownTo = (may: May) =>
  allSections()
    .filter((page) => may(permissionOf(page, true)))
    .toSorted((a, b) => rankOf(a) - rankOf(b));

const isNamed = (text: string, texts: readonly string[]): boolean =>
  text
    .toLowerCase()
    .split(/[\s_]+/)
    .every((word) => texts.some((one) => one.toLowerCase().includes(word)));

/** Every setting: its section, its text, and its state. */
export function Settings() {
  const may = useMay();
  const { search, change } = useSearchState();
  const { find = "" } = search;
  const rows = useQuery({ ...inbox, enabled: may("inbox.view") }).data?.rows ?? [];
  const own = rows.filter(({ entry }) => entry === "settings");
  const known = useQuery({ ...system, enabled: may("service.view") }).data?.settings ?? [];
  const shown = shownTo(may);
  const sections = shown.filter(({ title, words = "" }) => isNamed(find, [title, words]));
  const settings =
    find.trim() === "" ? [] : known.filter(({ name, summary }) => isNamed(find, [name, summary]));
  const listed = settings.filter(({ name }) => shown.some((page) => page === sectionOf(name)));
  return (
    <>
      <Head
        title={
          own.length === 0
            ? t("Settings")
            : t("{count, plural, one {# setting needs} other {# settings need}} you", { count: own.length })
        }
      >
        {t("Everything that is set once. Values from the environment say so and cannot be edited here.")}
      </Head>
      <search className="filters note">
        <Field
          label={t("Search settings")}
          type="search"
          value={find}
          placeholder={t("VAT, footer, VINGATE_PORT")}
          change={(text) => change({ find: text }, true)}
        />
      </search>
      {Object.entries(groups).map(([group, title]) => (
        <Group
          key={group}
          title={title}
          pages={sections.filter(({ section }) => section?.group === group)}
          rows={own}
        />
      ))}
      {listed.length > 0 && <Names settings={listed} />}
      {sections.length + listed.length === 0 && (
        <Empty
          title={t("No matching settings")}
          action={<Button onPress={() => change({ find: "" })}>{t("Clear filters")}</Button>}
        />
      )}
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly pages: readonly Page[];
  readonly rows: readonly InboxRow[];
}

function Group({ title, pages, rows }: GroupProps) {
  if (pages.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="setlist">
        {pages.map((page) => (
          <Row key={page.path} page={page} rows={rows.filter((row) => pageOf(row) === page.path)} />
        ))}
      </ul>
    </Section>
  );
}

/** The text of a section. What needs a person stands before its own state. */
function Row({ page, rows }: { page: Page; rows: readonly InboxRow[] }) {
  const { data, error } = useQuery({
    queryKey: ["settings", "line", page.path],
    queryFn: () => page.section!.says(),
  });
  const [first] = rows;
  const state: SectionLine["state"] = first
    ? [
        first.band === "today" ? "failed" : "blocked",
        rows.length === 1 ? foundText(first) : t("{count} need you", { count: rows.length }),
      ]
    : data?.state;
  return (
    <li>
      <h3>
        <Link to={page.path}>{page.title}</Link>
      </h3>
      <p dir="auto" aria-busy={!data && !error}>
        {error ? t("Could not be read") : data?.text}
      </p>
      {state && (
        <Mark outcome={state[0]}>
          <span dir="auto">{state[1]}</span>
        </Mark>
      )}
    </li>
  );
}

/** The settings of the environment that a search finds. */
function Names({ settings }: { settings: readonly Setting[] }) {
  return (
    <Section title={t("Settings of the environment")} aside={String(settings.length)}>
      <ul className="setlist">
        {settings.map(({ name, summary, source }) => (
          <li key={name}>
            <h3>
              <Link to={`${sectionOf(name)!.path}#${name}`}>
                <code>{name}</code>
              </Link>
            </h3>
            <p>{sentText(summary)}</p>
            {source !== "default" && <Mark outcome="ok">{t("Set")}</Mark>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

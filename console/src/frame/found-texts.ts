import { useQueries, useQuery } from "@tanstack/react-query";
import { docsPages, docsText, operationList } from "../api/docs.ts";
import { system } from "../api/system.ts";
import { t } from "../base/language/language.ts";
import { type Found, isNamed } from "./found-by-name.ts";

/** Where the docs have a text: a page by its title, else by its first line with the text. */
export function useDocs(text: string): Found[] {
  const enabled = text.length > 2 && !text.startsWith("vgk_");
  const groups = useQuery({ ...docsPages, enabled }).data ?? [];
  const guide = groups.find(({ heading }) => heading === "Guide")?.pages ?? [];
  const texts = useQueries({ queries: guide.map(({ name }) => ({ ...docsText(name), enabled })) });
  const operations = useQuery({ ...operationList, enabled }).data ?? [];
  if (!enabled) return [];
  const titled = groups
    .flatMap(({ pages: listed }) => listed)
    .filter(({ title }) => isNamed(title, text))
    .map(({ name, title }) => ({ kind: t("Docs"), label: title, to: `/docs/${name}` }));
  const called = operations
    .filter(({ id, call, summary }) => [id, call, summary].some((each) => isNamed(each, text)))
    .map(({ id, call, summary }) => ({
      kind: t("Operation"),
      label: summary,
      detail: call,
      to: "/docs/reference",
      search: { op: id },
    }));
  const within = guide.flatMap(({ name, title }, at) => {
    const line = texts[at]?.data?.split("\n").find((each) => isNamed(plain(each), text));
    if (line === undefined || isNamed(title, text)) return [];
    return [{ kind: t("Docs"), label: title, detail: around(plain(line), text), to: `/docs/${name}` }];
  });
  return [...titled, ...within, ...called];
}

/** A line of Markdown without its marks. */
const plain = (line: string) =>
  line
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/[`*|#]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const aroundMax = 90;

/** The part of a line that has the text. */
function around(line: string, text: string): string {
  const at = line.toLowerCase().indexOf(text.toLowerCase());
  const start = at < aroundMax / 2 ? 0 : line.indexOf(" ", at - aroundMax / 2) + 1;
  const part = line.slice(start, start + aroundMax);
  return (start > 0 ? "…" : "") + part + (start + aroundMax < line.length ? "…" : "");
}

/** Settings of the service, for operators. */
export function useSettings(text: string, operator: boolean): Found[] {
  const enabled = operator && text.length > 2 && !text.startsWith("vgk_");
  const settings = useQuery({ ...system, enabled }).data?.settings ?? [];
  if (!enabled) return [];
  return settings
    .filter(
      ({ name, summary }) =>
        isNamed(name.replaceAll("_", " "), text) || isNamed(name, text) || isNamed(summary, text),
    )
    .map(({ name, summary }) => ({ kind: t("Setting"), label: name, detail: summary, to: "/settings" }));
}

import { useQuery } from "@tanstack/react-query";
import { useAccount, useMay } from "../api/account.ts";
import { type Searched, searchOf } from "../api/search.ts";
import { t } from "../base/language/language.ts";
import { permissionOf } from "../parts/page.ts";
import { useSettled } from "../parts/use-settled.ts";
import { findPage } from "./find-page.ts";
import { type Found, foundOf, groupTitles } from "./hits.ts";
import { pages } from "./pages.ts";
import { isNamed, verbsNamed } from "./verbs.ts";

const restMs = 150;
const pagesMost = 8;

export interface FoundGroup {
  readonly title: string;
  readonly all: readonly Found[];
}

function pagesNamed(text: string, operator: boolean): Found[] {
  return pages
    .filter((page) => (operator ? page.operator : page.customer) !== undefined)
    .map((page) => ({
      kind: t("Page"),
      label: (operator && page.operatorTitle) || page.title,
      to: page.path,
      ...(page.when && { search: { [page.when[0]]: page.when[1] } }),
      words: page.words ?? "",
    }))
    .filter(({ label, words }) => isNamed(label, text) || (text.length > 2 && isNamed(words, text)))
    .map(({ words: _, ...found }) => found)
    .slice(0, pagesMost);
}

function sentenceOf(missing: NonNullable<Searched["missing"]>): string {
  const { number = "", last = "" } = missing.values;
  const values = { number: String(number), last: String(last) };
  if (missing.code === "no_paper_last") return t("No invoice {number}. The last is {last}.", values);
  return missing.code === "no_paper" ? t("No invoice {number}.", values) : missing.text;
}

/** What a typed text leads to, in the order in which it is shown; of the service once the hand rests. */
export function useFound(typed: string) {
  const { id, role } = useAccount();
  const operator = role === "operator";
  const may = useMay();
  const now = typed.trim();
  const text = useSettled(now, now, restMs);
  const isAsked = may(operator ? "inbox.view" : "account.view");
  const query = useQuery({ ...searchOf(operator ? undefined : id, text), enabled: isAsked && text !== "" });
  /** Whether the service has answered to what is typed now, or cannot. */
  const isReady = now === "" || !isAsked || (text === now && !query.isFetching);
  const data = now !== "" && text === now ? query.data : undefined;
  const isOpen = ({ to }: Found) => {
    const page = findPage(to.split(/[?#]/)[0]!)?.page;
    return !page || may(permissionOf(page, operator));
  };
  const verbs = verbsNamed(now, operator ? "operator" : "customer", may);
  const isMeant = verbs.some(({ label }) => label.toLowerCase() === now.toLowerCase());
  const toDo: FoundGroup = { title: t("Do"), all: verbs };
  const hits = (data?.groups ?? []).map(({ group, hits: found }) => ({
    title: groupTitles[group],
    all: found.map((hit) => foundOf(hit, operator)),
  }));
  const others: FoundGroup = { title: t("Pages"), all: pagesNamed(now, operator) };
  const groups = (isMeant ? [toDo, ...hits, others] : [...hits, toDo, others])
    .map(({ title, all }): FoundGroup => ({ title, all: all.filter(isOpen) }))
    .filter(({ all }) => all.length > 0);
  return {
    groups,
    isReady,
    missing: data?.missing ? sentenceOf(data.missing) : undefined,
    unread: (data?.unread ?? []).map((group) => groupTitles[group]),
    error: now !== "" && isReady && data === undefined ? query.error : null,
    retry: () => query.refetch(),
  };
}

import { type ReactNode, useState } from "react";
import { t } from "../base/language/language.ts";
import { Button } from "./button.tsx";
import { Pager } from "./pager.tsx";
import { useSearchState } from "./router.tsx";
import { Head } from "./section.tsx";
import { Empty, Loaded, type LoadedProps } from "./states.tsx";
import { Table, type TableProps } from "./table.tsx";

const pageSize = 50;

/** The page of a list that the address names, as the API takes it. */
export function usePaged() {
  const page = Math.max(1, Number(useSearchState().search.page) || 1);
  return { page, page_size: pageSize };
}

/** The page of a list that the address does not name; its pager is shown if there are several. */
export function useOwnPaged(page_size: number) {
  const [page, go] = useState(1);
  return { paged: { page, page_size }, own: { page, page_size, go } };
}

export interface Listed<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** How items are drawn: the table of them, or another view. */
type Drawn<T> =
  | (Omit<TableProps<T>, "items" | "empty"> & { readonly view?: undefined })
  | { view(items: readonly T[]): ReactNode };

interface Framed<T> {
  readonly query: LoadedProps<Listed<T> | readonly T[]>["query"];
  /** The title of a failure. */
  readonly what: string;
  readonly rows?: number;
  /** Shown without items. */
  readonly empty?: ReactNode;
  /** Whether it has pages: those of the address, or its own. */
  readonly paged?: boolean | ReturnType<typeof useOwnPaged>["own"];
  readonly steps?: readonly [before: string, after: string];
}

/** A list within a page: its items once they are loaded, and a pager. */
export function List<T>({ query, what, rows, empty, paged, steps, ...drawn }: Framed<T> & Drawn<T>) {
  return (
    <Loaded query={query} what={what} rows={rows}>
      {(data) => {
        const { items, total }: Listed<T> = "items" in data ? data : { items: data, total: data.length };
        if (empty && items.length === 0) return empty;
        return (
          <>
            {drawn.view ? drawn.view(items) : <Table items={items} {...drawn} />}
            <Pages total={total} paged={paged} steps={steps} />
          </>
        );
      }}
    </Loaded>
  );
}

/** The pager of a list, if it has one. */
export function Pages({ total, paged, steps }: Pick<Framed<unknown>, "paged" | "steps"> & { total: number }) {
  const { change } = useSearchState();
  const { page } = usePaged();
  if (!paged) return null;
  if (paged === true)
    return (
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        steps={steps}
        go={(next) => change({ page: String(next) })}
      />
    );
  const { page_size, ...own } = paged;
  return total > page_size && <Pager {...own} pageSize={page_size} total={total} steps={steps} />;
}

interface ListPageProps<T> {
  readonly title: ReactNode;
  /** The sentence below the title. */
  readonly note: ReactNode;
  readonly actions?: ReactNode;
  readonly filters?: ReactNode;
  /** The items in messages, for example "the users". */
  readonly what: string;
  readonly query: { readonly data: Listed<T> | undefined; readonly error: unknown; refetch(): unknown };
  /** Shown without items. */
  readonly empty: string;
  readonly emptyNote?: ReactNode;
  /** Search parameters that narrow the list; a button clears them. */
  readonly narrowedBy?: readonly string[];
  /** The table of the items, or another view of them. */
  readonly table: Omit<TableProps<T>, "items" | "empty"> | ((items: readonly T[]) => ReactNode);
  readonly paged?: boolean;
}

/** A page with a list: title, filters, table, pager. */
export function ListPage<T>(props: ListPageProps<T>) {
  const {
    title,
    note,
    actions,
    filters,
    what,
    query,
    empty,
    emptyNote,
    narrowedBy = [],
    table,
    paged,
  } = props;
  const { search, change } = useSearchState();
  const clear = Object.fromEntries([...narrowedBy, "page"].map((name) => [name, ""]));
  const narrowed = narrowedBy.some((name) => search[name]);
  return (
    <>
      <Head title={title} actions={actions}>
        {note}
      </Head>
      {filters}
      <div className="sec tight">
        <List
          query={query}
          what={t("Could not load {what}", { what })}
          rows={8}
          empty={
            <Empty
              title={empty}
              action={narrowed && <Button onPress={() => change(clear)}>{t("Clear filters")}</Button>}
            >
              {emptyNote}
            </Empty>
          }
          paged={paged}
          {...(typeof table === "function" ? { view: table } : table)}
        />
      </div>
    </>
  );
}

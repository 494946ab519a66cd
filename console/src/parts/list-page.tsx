import type { ReactNode } from "react";
import { t } from "../base/language/language.ts";
import { Button } from "./button.tsx";
import { Pager } from "./pager.tsx";
import { useSearchState } from "./router.tsx";
import { Head } from "./section.tsx";
import { Empty, Loaded } from "./states.tsx";
import { Table } from "./table.tsx";

const pageSize = 50;

/** The page of a list that the address names, as the API takes it. */
export function usePaged() {
  const page = Math.max(1, Number(useSearchState().search.page) || 1);
  return { page, page_size: pageSize };
}

interface Listed<T> {
  readonly items: readonly T[];
  readonly total: number;
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
  readonly table: Omit<Parameters<typeof Table<T>>[0], "items"> | ((items: readonly T[]) => ReactNode);
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
  const { page } = usePaged();
  const clear = Object.fromEntries([...narrowedBy, "page"].map((name) => [name, ""]));
  const narrowed = narrowedBy.some((name) => search[name]);
  return (
    <>
      <Head title={title} actions={actions}>
        {note}
      </Head>
      {filters}
      <div className="sec tight">
        <Loaded query={query} what={t("Could not load {what}", { what })} rows={8}>
          {({ items, total }) =>
            items.length === 0 ? (
              <Empty
                title={empty}
                action={narrowed && <Button onPress={() => change(clear)}>{t("Clear filters")}</Button>}
              >
                {emptyNote}
              </Empty>
            ) : (
              <>
                {typeof table === "function" ? table(items) : <Table items={items} {...table} />}
                {paged && (
                  <Pager
                    page={page}
                    pageSize={pageSize}
                    total={total}
                    go={(next) => change({ page: String(next) })}
                  />
                )}
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

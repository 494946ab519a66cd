import { useNavigate, useSearch } from "@tanstack/react-router";

type Search = Readonly<Record<string, string>>;

/** What a page keeps in its address, and how to change it; "" and undefined leave a member out. */
export function useSearchState() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = (changed: Readonly<Record<string, string | undefined>>, how: { replace?: boolean } = {}) => {
    const next = Object.entries({ ...search, ...changed }).filter(([, value]) => value);
    void navigate({
      to: ".",
      search: Object.fromEntries(next) as Search,
      replace: how.replace ?? false,
      resetScroll: false,
    });
  };
  return { search, change };
}

import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { FetchResponse } from "openapi-fetch";
import { api, dataOf, type Listed, listOf } from "./client.ts";
import type { paths } from "./schema.gen.ts";

type Get<P extends keyof paths> = paths[P] extends { get: infer Operation extends object }
  ? Operation
  : never;
type ReadPath = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];
type Params<P extends ReadPath> = Get<P> extends { parameters: infer T } ? T : never;
type Body<P extends ReadPath> = NonNullable<FetchResponse<Get<P>, object, "application/json">["data"]>;

const get = (path: ReadPath, params: unknown) => api.GET(path, { params } as never) as Promise<never>;

interface Read<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

/** A query whose data are not shown while `isHeld`: what is shown with them is not loaded yet. */
export const held = <T>({ data, error, refetch }: Read<T>, isHeld = true): Read<T> => ({
  data: isHeld ? undefined : data,
  error,
  refetch,
});

/** The query that reads a path. Whatever makes its key old lets it be read again. */
export const reading = <P extends ReadPath>(queryKey: QueryKey, path: P, params?: Params<P>) =>
  queryOptions({ queryKey, queryFn: () => dataOf<Body<P>>(get(path, params)) });

/** The query that reads a page of a list, and the length of the whole list. */
export const listing = <P extends ReadPath>(queryKey: QueryKey, path: P, params?: Params<P>) =>
  queryOptions({
    queryKey,
    queryFn: () => listOf(get(path, params)) as Promise<Listed<Body<P> extends (infer T)[] ? T : never>>,
  });

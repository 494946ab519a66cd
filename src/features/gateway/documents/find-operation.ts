import { addRoute, createRouter, findAllRoutes } from "rou3";
import { nextTurn } from "../../../base/pause.ts";
import { decodedSegments } from "../../../http/paths.ts";
import type { DocumentOperation } from "./operations.ts";

/** An operation that a request is for, and its parameters in the path. */
export interface FoundOperation {
  /** Its place in the document's list. */
  readonly index: number;
  readonly params: Readonly<Record<string, string>>;
}

const operationsAtOnce = 200;

interface Candidate {
  readonly index: number;
  readonly slash: boolean;
  readonly segments: readonly Segment[];
}

/** A segment of a template: texts, with a parameter between each two. */
interface Segment {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** Finds the operation of a method and a path; literal segments come before parameters. */
export interface OperationFinder {
  find(method: string, path: string): FoundOperation | undefined;
  /** The methods that the document has for a path. */
  methods(path: string): string[];
}

export async function operationFinder(operations: readonly DocumentOperation[]): Promise<OperationFinder> {
  const router = createRouter<Candidate>();
  for (const [index, { method, path }] of operations.entries()) {
    // 15 µs each: requests are answered in between.
    if (index % operationsAtOnce === operationsAtOnce - 1) await nextTurn();
    const segments = path.split("/").slice(1).map(segmentOf);
    const slash = path.length > 1 && path.endsWith("/");
    addRoute(router, method, `/${segments.map(patternOf).join("/")}`, { index, slash, segments });
  }
  const known = [...new Set(operations.map(({ method }) => method))];
  const findExactly = (method: string, path: string): FoundOperation | undefined => {
    const decoded = decodedSegments(path);
    const values = decoded.split("/").slice(1);
    const slash = decoded.length > 1 && decoded.endsWith("/");
    // The least specific comes first.
    for (const { data } of findAllRoutes(router, method, routable(decoded)).reverse()) {
      if (data.slash !== slash) continue;
      const params = paramsOf(data.segments, values);
      if (params) return { index: data.index, params };
    }
    return undefined;
  };
  return {
    find: (method, path) =>
      findExactly(method, path) ?? (method === "HEAD" ? findExactly("GET", path) : undefined),
    methods: (path) => known.filter((method) => findExactly(method, path)),
  };
}

function segmentOf(text: string): Segment {
  const parts = text.split(/\{([^{}]+)\}/);
  return {
    texts: parts.filter((_, at) => at % 2 === 0).map(decoded),
    names: parts.filter((_, at) => at % 2 === 1),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The router finds segments that have the same texts, or any text where a segment has parameters. */
function patternOf({ texts, names }: Segment, at: number): string {
  return names.length > 0 ? `:p${at}` : routable(texts[0]!);
}

/** A path without characters that mean something in the router's patterns. */
function routable(path: string): string {
  return path.replace(/[^A-Za-z0-9/_~-]/g, (one) => `%${one.codePointAt(0)!.toString(16)}`);
}

/** The parameters of a path; undefined if the texts within its segments differ. */
function paramsOf(
  segments: readonly Segment[],
  values: readonly string[],
): Record<string, string> | undefined {
  const params: [string, string][] = [];
  for (const [at, { texts, names }] of segments.entries()) {
    if (names.length === 0) continue;
    const value = values[at] ?? "";
    const last = texts.length - 1;
    if (!value.startsWith(texts[0]!) || !value.endsWith(texts[last]!)) return undefined;
    let from = texts[0]!.length;
    const end = value.length - texts[last]!.length;
    for (const [nth, name] of names.entries()) {
      const text = texts[nth + 1]!;
      const to = nth === names.length - 1 ? end : value.indexOf(text, from + 1);
      if (to <= from || to > end) return undefined;
      params.push([name, value.slice(from, to).replaceAll("\0", "/")]);
      from = to + text.length;
    }
  }
  return Object.fromEntries(params);
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { Queries } from "./database.ts";
import { CommitUnknown, DatabaseUnavailable, TransactionMisuse } from "./errors.ts";
import type { Sql } from "./sql.ts";

/** One connection reserved for a transaction. */
export interface Session extends Queries {
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Must not throw: the error that led here is reported. */
  rollback(): Promise<void>;
}

interface State {
  open: boolean;
  failure?: { readonly error: unknown };
  readonly pending: Set<Promise<unknown>>;
}

/** What a transaction does after its statements. */
export interface LastAct {
  /** Called directly before the commit, with the transaction's queries; an error rolls back. */
  before(tx: Queries): Promise<void>;
  /** Called once `before` was. It throws only after a commit, and is waited for then. */
  after(outcome: "committed" | "rolled back" | "unknown"): void | Promise<void>;
}

/** What several callers have a transaction do once, after the statements of its work and before its last act. */
export interface Ending {
  /** Called with the transaction's queries; an error rolls back. */
  before(tx: Queries): Promise<void>;
  committed(): void;
}

const lastActs = new WeakMap<Queries, LastAct>();
const endings = new WeakMap<Queries, Map<object, Ending>>();
const owners = new WeakMap<Queries, object>();
const wrapped = new WeakMap<Queries, Queries>();
const original = (tx: Queries): Queries => wrapped.get(tx) ?? tx;

/** Returns queries that stand for those of a transaction, such as ones that a test changes. */
export function standFor(tx: Queries, wrapper: Queries): Queries {
  wrapped.set(wrapper, original(tx));
  return wrapper;
}

/** Sets the last act of an open transaction, in place of an earlier one. */
export const setLastAct = (tx: Queries, act: LastAct): void => void lastActs.set(original(tx), act);

/** What belongs to a transaction for a purpose, made by `begin` if there is none yet. */
function ofTransaction<All, T extends All>(
  kept: WeakMap<Queries, Map<object, All>>,
  tx: Queries,
  purpose: object,
  begin: () => T,
): T {
  const all = kept.get(original(tx)) ?? new Map<object, All>();
  kept.set(original(tx), all);
  if (!all.has(purpose)) all.set(purpose, begin());
  return all.get(purpose) as T;
}

/** The ending of an open transaction for a purpose, made by `begin` if there is none yet. */
export const endingOf = <E extends Ending>(tx: Queries, purpose: object, begin: () => E): E =>
  ofTransaction(endings, tx, purpose, begin);

const kept = new WeakMap<Queries, Map<object, unknown>>();

/** What an open transaction keeps for a purpose, made by `begin` at first; undefined outside a transaction. */
export const keptIn = <T>(tx: Queries, purpose: object, begin: () => T): T | undefined =>
  ownerOf(tx) === undefined ? undefined : ofTransaction(kept, tx, purpose, begin);

/** The same object for all transactions of one database; undefined for queries outside a transaction. */
export const ownerOf = (tx: Queries): object | undefined => owners.get(original(tx));

/** The transactions of one database; finds the transaction in which code runs. */
export class Transactions {
  readonly #inside = new AsyncLocalStorage<State>();

  /**
   * Throws if the database itself is used inside one of its transactions, because it would wait for itself.
   */
  refuseInside(): void {
    if (this.#inside.getStore()?.open) {
      throw new TransactionMisuse("inside a transaction only its own queries may be used, and none nested");
    }
  }

  /** Begins, works, commits; rolls back if the work or any of its statements failed. */
  async run<T>(session: Session, work: (tx: Queries) => Promise<T>): Promise<T> {
    const state: State = { open: true, pending: new Set() };
    const tx = guarded(session, state);
    owners.set(tx, this);
    let act: LastAct | undefined;
    let result: T;
    try {
      await session.begin();
      result = await this.#inside.run(state, () => work(tx));
      state.open = false;
      while (state.pending.size > 0) await Promise.allSettled(state.pending);
      if (state.failure) throw state.failure.error;
      for (const ending of endings.get(tx)?.values() ?? []) await ending.before(session);
      act = lastActs.get(tx);
      await act?.before(session);
      await session.commit();
    } catch (error) {
      void act?.after(error instanceof CommitUnknown ? "unknown" : "rolled back");
      state.open = false;
      await Promise.allSettled(state.pending);
      await session.rollback();
      // The work's own error must not hide an unreachable database or a deadlock.
      throw state.failure?.error instanceof DatabaseUnavailable ? state.failure.error : error;
    }
    for (const ending of endings.get(tx)?.values() ?? []) ending.committed();
    await act?.after("committed");
    return result;
  }
}

function guarded(session: Queries, state: State): Queries {
  const through = async <R>(start: () => Promise<R>): Promise<R> => {
    if (!state.open) throw new TransactionMisuse("the transaction has ended");
    // PostgreSQL refuses every statement after a failed one, so both do.
    if (state.failure) throw state.failure.error;
    const running = start();
    state.pending.add(running);
    try {
      return await running;
    } catch (error) {
      state.failure ??= { error };
      throw error;
    } finally {
      state.pending.delete(running);
    }
  };
  return {
    dialect: session.dialect,
    all: <T>(statement: Sql) => through(() => session.all<T>(statement)),
    get: <T>(statement: Sql) => through(() => session.get<T>(statement)),
    run: (statement: Sql) => through(() => session.run(statement)),
  };
}

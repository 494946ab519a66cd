import { expect, test } from "bun:test";
import type { Database, Queries } from "../../database/database.ts";
import { fenced, OwnedJournals } from "./owned-journals.ts";

/** A database whose row of the journal has this commit count at the next update; an update waits for `until`. */
function fakeDatabase() {
  const state = { commits: 0, until: Promise.resolve() as Promise<unknown> };
  const tx = {
    async get() {
      state.commits += 1;
      const commit_count = state.commits;
      await state.until;
      return { commit_count };
    },
  } as unknown as Queries;
  const db = { transaction: (work: (tx: Queries) => unknown) => work(tx) } as unknown as Database;
  return { state, db };
}

const work = async () => "done";

test("answers of several connections may come in any order", async () => {
  const { state, db } = fakeDatabase();
  const owned = new OwnedJournals(db);
  expect(await owned.transaction("j", work)).toBe("done");
  const slow = Promise.withResolvers<void>();
  state.until = slow.promise;
  const first = owned.transaction("j", work);
  state.until = Promise.resolve();
  // The later commit is reported before the earlier one, and before a row that was read between them.
  const known = owned.knownCommits("j");
  expect(await owned.transaction("j", work)).toBe("done");
  owned.compare("j", 2, known);
  slow.resolve();
  expect(await first).toBe("done");
  expect(owned.knownCommits("j")).toBe(3);
  expect(await owned.transaction("j", work)).toBe("done");
});

test("a lower commit count shows that commits are lost", async () => {
  const { state, db } = fakeDatabase();
  const owned = new OwnedJournals(db);
  for (let commits = 0; commits < 3; commits++) await owned.transaction("j", work);
  state.commits = 1;
  expect(await owned.transaction("j", work)).toBe(fenced);
  // Though its commit count has caught up since.
  for (let commits = 0; commits < 5; commits++) expect(await owned.transaction("j", work)).toBe(fenced);
  owned.forget("j");
  expect(await owned.transaction("j", work)).toBe("done");
});

test("a row that is behind, or gone, shows it too", async () => {
  for (const count of [2, undefined]) {
    const { db } = fakeDatabase();
    const owned = new OwnedJournals(db);
    for (let commits = 0; commits < 3; commits++) await owned.transaction("j", work);
    owned.compare("j", count, owned.knownCommits("j"));
    expect(await owned.transaction("j", work)).toBe(fenced);
  }
});

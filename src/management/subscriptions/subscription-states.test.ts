import { expect, test } from "bun:test";
import { ApiError } from "../../http/errors.ts";
import { changedState, stateAt, subscriptionStates, transitions } from "./subscription-states.ts";

const now = 1_000_000;
const at = (state: (typeof subscriptionStates)[number], expiresAt: number | null = null) => ({
  state,
  expiresAt,
});

test("an active subscription has expired at the millisecond that it says", () => {
  expect(stateAt(at("active", now + 1), now)).toBe("active");
  expect(stateAt(at("active", now), now)).toBe("expired");
  expect(stateAt(at("active"), now)).toBe("active");
  for (const state of ["suspended", "submitted", "rejected", "cancelled"] as const)
    expect(stateAt(at(state, now - 1), now)).toBe(state);
});

test("every pair of states is allowed or refused by the table alone", () => {
  for (const from of subscriptionStates)
    for (const to of subscriptionStates) {
      const change = () => changedState(at(from, null), to, null, now);
      if (from === to || transitions[from].includes(to)) {
        // Renewed by the change itself: nothing is left of an expiry that has none.
        expect(change()).toBe(from === "expired" && to === "expired" ? "active" : to);
      } else expect(change).toThrow(ApiError);
    }
});

test("nothing leads out of cancelled, and nothing but time to expired", () => {
  expect(transitions.cancelled).toEqual([]);
  for (const from of subscriptionStates) expect(transitions[from]).not.toContain("expired");
});

test("a later end makes an expired subscription active; asking for it without one does not", () => {
  expect(changedState(at("active", now - 1), undefined, now + 1, now)).toBe("active");
  expect(changedState(at("expired", now - 1), undefined, null, now)).toBe("active");
  expect(changedState(at("expired", now - 1), undefined, now - 1, now)).toBe("expired");
  expect(changedState(at("expired", now - 1), "active", now + 1, now)).toBe("active");
  expect(() => changedState(at("active", now - 1), "active", now - 1, now)).toThrow("expires_at has passed");
  expect(() => changedState(at("suspended", now - 1), "active", now - 1, now)).toThrow(
    "expires_at has passed",
  );
});

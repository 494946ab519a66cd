import { expect, test } from "bun:test";
import { asProblem, type Problem, problemOf, retryAfterOf, unreachable } from "./problem.ts";

const response = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });
const membersOf = (problem: Problem) => ({ ...problem, message: problem.message });

test("a problem has the members of the response", () => {
  const problem = problemOf(response(429, { "x-request-id": "r1", "retry-after": "7" }), {
    detail: "Rate limit exceeded.",
    code: "rate_limited",
  });
  expect(membersOf(problem)).toEqual({
    name: "Problem",
    status: 429,
    message: "Rate limit exceeded.",
    code: "rate_limited",
    requestId: "r1",
    issues: [],
    methods: [],
    retryAfter: 7,
  });
});

test("a response without a body names its status", () => {
  expect(membersOf(problemOf(response(502), undefined))).toEqual({
    name: "Problem",
    status: 502,
    message: "The service returned 502.",
    code: "",
    requestId: undefined,
    issues: [],
    methods: [],
    retryAfter: undefined,
  });
});

test("a 422 names each field and its fault", () => {
  const detail = [
    {
      type: "value_error",
      loc: ["body", "email"],
      msg: "value is not a valid email address: There must be something after the @-sign.",
      ctx: { reason: "There must be something after the @-sign." },
    },
    { type: "missing", loc: ["body", "first_name"], msg: "Field required" },
  ];
  const problem = problemOf(response(422), { detail });
  expect(problem.message).toBe(
    "Email must be an address, for example ada@example.com. First name is required.",
  );
  expect(problem.code).toBe("validation_error");
  expect(problem.faultOf("email")).toBe("Email must be an address, for example ada@example.com.");
  expect(problem.faultOf("name")).toBeUndefined();
});

test.each([
  ["5", 5],
  ["0", 0],
  ["soon", undefined],
  [undefined, undefined],
])("Retry-After %p", (header, seconds) => {
  expect(retryAfterOf(new Headers(header === undefined ? {} : { "retry-after": header }))).toBe(
    seconds as number,
  );
});

test("any thrown value becomes a problem", () => {
  expect(asProblem(unreachable)).toBe(unreachable);
  expect(membersOf(asProblem(new Error("broken")))).toMatchObject({ status: 0, message: "broken" });
  expect(asProblem("text").message).toBe("text");
  expect(asProblem(undefined).message).toBe("undefined");
});

/** The options of a command for the runner. */
export interface Options {
  readonly paths: readonly string[];
  /** `--check`: types, format, lint and layout alone. */
  readonly checkOnly: boolean;
  /** `--install`: brings all that tests use beside npm's packages. */
  readonly install: boolean;
  /** `--long`: the long tier alone. */
  readonly long: boolean;
  /** `--shared`: the tests that read `../shared` alone. */
  readonly shared: boolean;
  /** `--changed` or `--changed=COMMIT`: what reaches changed files, uncommitted or since the commit. */
  readonly changed: string | undefined;
  /** `--only-failed`: the tests that failed in the last run. */
  readonly onlyFailed: boolean;
  /** `--times`: writes what each file cost into `times.json`. */
  readonly writeTimes: boolean;
  /** `--budgets`: what exceeds its budget is a failure, not only a line. */
  readonly budgets: boolean;
  /** `--date=YYYY-MM-DD`: the day whose planted bugs and random inputs the long tier takes. */
  readonly date: string | undefined;
  /** `--seed=NUMBER`, in place of that of the day. */
  readonly seed: string | undefined;
}

const flags = [
  "--check",
  "--install",
  "--long",
  "--shared",
  "--changed",
  "--only-failed",
  "--times",
  "--budgets",
];
const valued = ["--changed", "--date", "--seed"];

/** Throws for an option that the runner does not have. */
export function readOptions(words: readonly string[]): Options {
  const options = words.filter((word) => word.startsWith("--"));
  const has = (flag: string) => options.includes(flag);
  const value = (name: string) =>
    options.findLast((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const unknown = options.find((word) => {
    const [name = "", given] = word.split(/=(.*)/s);
    return given === undefined ? !flags.includes(name) : !valued.includes(name) || given === "";
  });
  if (unknown !== undefined)
    throw new Error(
      `no option ${unknown}; there are ${[...flags, ...valued.map((each) => `${each}=…`)].join(", ")}`,
    );
  return {
    paths: words.filter((word) => !word.startsWith("--")),
    checkOnly: has("--check"),
    install: has("--install"),
    long: has("--long"),
    shared: has("--shared"),
    changed: has("--changed") ? "HEAD" : value("--changed"),
    onlyFailed: has("--only-failed"),
    writeTimes: has("--times"),
    budgets: has("--budgets"),
    date: value("--date"),
    seed: value("--seed"),
  };
}

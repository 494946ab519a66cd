throw new Error(
  "@scarf/scarf is left out on purpose: it reports installations to another host (docs/decisions/dependencies.md)",
);

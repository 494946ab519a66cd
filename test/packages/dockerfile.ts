/** An instruction of a Dockerfile: its name in capitals, its options and the rest as written. */
export interface Instruction {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A stage: from its `FROM` up to the next. */
export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

const known = /^(RUN|COPY|ENV|USER|WORKDIR|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD)$/;

/** Reads the part of the Dockerfile's language that ours uses. Throws for other instructions. */
export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile.replace(/^#.*\n/gm, "").replace(/\\\n\s*/g, " ");
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of lines.split("\n").filter((each) => each.trim() !== "")) {
    const [, name = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === "FROM") {
      const [base = "", as] = rest.split(/\s+AS\s+/);
      stages.push({ base, name: as, instructions: [] });
      continue;
    }
    if (!known.test(name) || stages.length === 0) throw new Error(`not understood: ${line}`);
    const [flags = ""] = /^(--\S+\s+)*/.exec(rest) ?? [];
    const options = [...flags.matchAll(/--([a-z-]+)=(\S+)/g)].map(([, key, value]) => [key!, value!]);
    stages.at(-1)!.instructions.push({
      name,
      options: Object.fromEntries(options),
      text: rest.slice(flags.length).trim(),
    });
  }
  return stages;
}

/** The last value of an instruction in a stage. */
export const lastOf = (stage: Stage, name: string): string | undefined =>
  stage.instructions.findLast((each) => each.name === name)?.text;

/** The variables that `ENV` sets in a stage. */
export const environmentOf = ({ instructions }: Stage): Record<string, string> =>
  Object.fromEntries(
    instructions
      .filter(({ name }) => name === "ENV")
      .flatMap(({ text }) => [...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, key, value]) => [key!, value!])),
  );

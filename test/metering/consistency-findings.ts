import type { Database, Queries } from "../../src/database/database.ts";
import { schemaParts } from "../../src/database/schema-parts.ts";
import type { ComparisonResult, Finding } from "../../src/metering/consistency/comparison.ts";
import { compareAll } from "../../src/metering/consistency/findings.ts";
import type { LoadedSink } from "../../src/metering/sink/sink.ts";
import { migrations } from "../database/migrations.ts";

/** The parts of the schema that all features make. */
export const schemaOf = ({ dialect }: Pick<Queries, "dialect">): readonly string[] =>
  schemaParts(migrations, dialect);

/** The results of all comparisons. */
export const compareDatabase = (db: Database, sink?: LoadedSink): Promise<readonly ComparisonResult[]> =>
  compareAll(db, { schema: schemaOf(db), sink });

/** All differences; empty if everything agrees. */
export const consistencyFindings = async (db: Database, sink?: LoadedSink): Promise<readonly Finding[]> =>
  (await compareDatabase(db, sink)).flatMap(({ findings }) => findings);

import { migrationsWith } from "../../src/database/migrations.ts";
import { features } from "../../src/features.ts";

/** The migrations of the core and of all features. */
export const migrations = migrationsWith(features);

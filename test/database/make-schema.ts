import { schemaFile, schemaText } from "./schema.ts";

// `npm run generate` writes the schema as it is after all migrations.
await Bun.write(schemaFile, await schemaText());

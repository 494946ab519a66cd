import { kinds } from "../database/databases.ts";
import { testProcesses } from "./left-processes.ts";

for (const kind of kinds) if (kind.dialect === "sqlite") testProcesses(kind);

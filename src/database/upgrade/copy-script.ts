import { Database } from "bun:sqlite";
import { syncPath } from "../../base/data-folder.ts";

// Copies an SQLite database, while it is used, into a file that must not exist: `copy-script.ts FILE TARGET`.
const [file, target] = process.argv.slice(2) as [string, string];
using db = new Database(file, { readonly: true });
db.run("pragma busy_timeout = 5000");
db.run("vacuum into ?", [target]);
syncPath(target);

import { setDefaultTimeout } from "bun:test";

// `bunfig.toml` loads this before every test file: Bun ends a test after five seconds otherwise.
setDefaultTimeout(60_000);

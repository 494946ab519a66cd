import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, start } from "../../common/child.ts";
import { unpackDebian } from "../../common/debian.ts";
import type { Bench } from "../bench.ts";

const application = `
from fastapi import FastAPI, Response

app = FastAPI()
body = open("body.json", "rb").read()

@app.get("/vin-decoder/{vin}")
async def decode(vin: str):
    return Response(body, media_type="application/json")
`;

/** FastAPI on uvicorn with uvloop and httptools, one process, returning a constant: no key, no serialising. */
export async function startFastApi({ folder, toolsFolder }: Bench) {
  const packages = ["python3-fastapi", "python3-uvicorn", "python3-uvloop", "python3-httptools"];
  const tools = await unpackDebian(toolsFolder, packages);
  // Debian's compiled modules need Debian's Python, whichever is first in PATH.
  const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  writeFileSync(join(folder, "constant.py"), application);
  const port = freePort();
  const options = ["--loop", "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "error"];
  const address = ["--host", "127.0.0.1", "--port", String(port)];
  const server = start({
    command: [python, "-m", "uvicorn", "constant:app", ...options, ...address],
    side: "server",
    folder,
    name: "fastapi",
    env: { ...tools.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  return { server, requests: { base: `http://127.0.0.1:${port}/vin-decoder/`, headers: {} } };
}

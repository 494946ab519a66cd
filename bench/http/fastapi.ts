import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, start } from "./child.ts";
import type { Peer, Place } from "./peer.ts";
import { unpackDebian } from "./tools.ts";

const application = `
from fastapi import FastAPI, Response

app = FastAPI()
body = open("body.json", "rb").read()

@app.get("/vin-decoder/{vin}")
async def decode(vin: str):
    return Response(body, media_type="application/json")
`;

/** FastAPI on uvicorn with uvloop and httptools, one process, answering a constant: no key, no serialising. */
export async function startFastApi({ folder, toolsFolder }: Place): Promise<Peer> {
  const packages = ["python3-fastapi", "python3-uvicorn", "python3-uvloop", "python3-httptools"];
  const tools = await unpackDebian(toolsFolder, packages);
  // Debian's compiled modules belong to Debian's Python, whichever comes first in PATH.
  const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  writeFileSync(join(folder, "constant.py"), application);
  const port = freePort();
  const how = ["--loop", "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "error"];
  const where = ["--host", "127.0.0.1", "--port", String(port)];
  const server = start({
    command: [python, "-m", "uvicorn", "constant:app", ...how, ...where],
    side: "server",
    folder,
    name: "fastapi",
    env: { ...tools.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  return { server, asked: { base: `http://127.0.0.1:${port}/vin-decoder/`, headers: {} } };
}

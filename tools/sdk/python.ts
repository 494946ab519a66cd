import { readFileSync } from "node:fs";
import { join } from "node:path";
import program from "../../package.json" with { type: "json" };
import type { SdkDocument } from "./document.ts";
import { PythonMethods } from "./python/methods.ts";
import { PythonTypes } from "./python/models.ts";
import { syncCalls } from "./python/sync-calls.ts";
import { repeatsInPython } from "./repeats.ts";

const asyncCalls = join(import.meta.dir, "../../sdk/python/src/vingate/_async_calls.py");

const heading = (text: string) =>
  `"""${text}\n\nMade by \`npm run sdk\` from the OpenAPI document. Do not edit.\n"""\n\nfrom __future__ import annotations\n`;

const clientImports = (iterator: string, upload: string) => `
from typing import Any, ${iterator}, Literal

from . import _operations as op
from ._core import Options, ServerEvent, ${upload}, Value, When
from .models import *
`;

/** The generated files of the Python client, by name. */
export function pythonFiles(document: SdkDocument): Readonly<Record<string, string>> {
  const types = new PythonTypes(document.schemas);
  const methods = new PythonMethods(document, types);
  const operations = methods.operations;
  const names = types.names.map((name) => `    "${name}",\n`).join("");
  // Python's form of a version before its release.
  const version = program.version.replace("-dev", ".dev0");
  return {
    "_version.py": `"""The version of the service that this package was made from."""\n\n__version__ = "${version}"\n`,
    "_repeats.py": repeatsInPython,
    "models.py": `${heading("What the service takes and returns, as types of dictionaries.")}
from typing import Any, Literal, TypedDict

__all__ = [
${names}]


${types.text}
`,
    "_operations.py": `${heading("The operations of the service.")}
from typing import Any

from ._core import Operation
from .models import *

${operations}`,
    "_calls.py": syncCalls(readFileSync(asyncCalls, "utf8")),
    "client.py": `${heading("The client for programs without an event loop.")}${clientImports("Iterator", "Upload")}
from ._calls import Caller


class Vingate(Caller):
    """Calls a Vingate service. Safe to share between threads; \`close\` it, or use \`with\`."""

${methods.text("sync")}`,
    "async_client.py": `${heading("The client for asyncio.")}${clientImports("AsyncIterator", "AsyncUpload, Upload")}
from ._async_calls import AsyncCaller


class AsyncVingate(AsyncCaller):
    """Calls a Vingate service. \`await\` its \`close\`, or use \`async with\`."""

${methods.text("async")}`,
  };
}

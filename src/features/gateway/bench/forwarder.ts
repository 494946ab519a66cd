// The floor of forwarding with Bun: a key in a map, filtered headers, and `fetch`. Arguments: port, upstream, key.
const [port, upstream = "", key = ""] = process.argv.slice(2);
const keys = new Map([[key, "consumer"]]);
const notSent = new Set(["x-authkey", "host", "connection", "cookie", "authorization"]);
const notReturned = new Set(["connection", "server", "transfer-encoding", "content-length"]);

Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  async fetch(request) {
    if (!keys.has(request.headers.get("x-authkey") ?? "")) return new Response(null, { status: 401 });
    const headers: Record<string, string> = {};
    for (const [name, value] of request.headers) if (!notSent.has(name)) headers[name] = value;
    const { url } = request;
    const answer = await fetch(upstream + url.slice(url.indexOf("/", 8)), {
      method: request.method,
      headers,
      redirect: "manual",
      decompress: false,
    } as RequestInit);
    const returned = new Headers();
    for (const [name, value] of answer.headers) if (!notReturned.has(name)) returned.append(name, value);
    return new Response(answer.body, { status: answer.status, headers: returned });
  },
});

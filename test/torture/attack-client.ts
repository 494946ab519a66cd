// A process of its own, so that its work delays no measurement. Prints one line of JSON at its end.
// `burst PORT PATH COUNT`: that many requests at the same moment, each on a connection of its own.
// `probe PORT`: `GET /livez` on a new connection every 5 ms, until the input ends.
// `unread PORT COUNT REQUEST`: that many connections that send this and read nothing, until the input ends.

const everyMs = 5;
/** A response that takes longer counts as missing. */
const waitMs = 20_000;

/** The status of a response that was received wholly; 0 without one. */
function request(port: number, target: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  let head = "";
  let rest = Number.POSITIVE_INFINITY;
  let status = 0;
  let connection: Bun.Socket | undefined;
  const end = (result: number) => {
    clearTimeout(timer);
    resolve(result);
    connection?.terminate();
  };
  const timer = setTimeout(() => end(0), waitMs);
  const read = (chunk: Buffer) => {
    if (status > 0) rest -= chunk.length;
    else {
      head += chunk.toString("latin1");
      const body = head.indexOf("\r\n\r\n") + 4;
      if (body < 4) return;
      status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
      rest = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0) - (head.length - body);
    }
    if (rest <= 0) end(status);
  };
  const socket = {
    open(opened: Bun.Socket) {
      connection = opened;
      opened.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    },
    data: (_: Bun.Socket, chunk: Buffer) => read(chunk),
    close: () => end(0),
    error: () => end(0),
  };
  Bun.connect({ hostname: "127.0.0.1", port, socket }).catch(() => end(0));
  return promise;
}

async function burst(port: number, path: string, count: number): Promise<object> {
  const begun = performance.now();
  const results = await Promise.all(Array.from({ length: count }, () => request(port, path)));
  const statuses: Record<number, number> = {};
  for (const status of results) statuses[status] = (statuses[status] ?? 0) + 1;
  return { statuses, ms: performance.now() - begun };
}

const inputEnd = () => Bun.stdin.text();
const now = () => performance.timeOrigin + performance.now();

async function probe(port: number): Promise<object> {
  const waits: { at: number; ms: number }[] = [];
  const open = new Set<Promise<void>>();
  let ended = false;
  void inputEnd().then(() => {
    ended = true;
  });
  while (!ended) {
    const at = now();
    const one: Promise<void> = request(port, "/livez").then((status) => {
      waits.push({ at, ms: status === 200 ? now() - at : waitMs });
      open.delete(one);
    });
    open.add(one);
    await Bun.sleep(everyMs);
  }
  await Promise.all(open);
  return waits;
}

async function unread(port: number, count: number, bytes: string): Promise<object> {
  const sockets: Bun.Socket[] = [];
  for (let index = 0; index < count; index++) {
    const rest = { left: Buffer.from(bytes) };
    const write = (to: Bun.Socket) => {
      rest.left = rest.left.subarray(to.write(rest.left));
    };
    const socket = {
      open(opened: Bun.Socket) {
        opened.pause();
        write(opened);
      },
      drain: write,
      data: () => undefined,
      error: () => undefined,
    };
    sockets.push(await Bun.connect({ hostname: "127.0.0.1", port, socket }));
  }
  await inputEnd();
  for (const socket of sockets) socket.terminate();
  return {};
}

if (import.meta.main) {
  const [kind, port = "0", second = "", third = ""] = process.argv.slice(2);
  const does = {
    burst: () => burst(Number(port), second, Number(third)),
    probe: () => probe(Number(port)),
    unread: async () => unread(Number(port), Number(second), await Bun.file(third).text()),
  };
  console.log(JSON.stringify(await does[kind as keyof typeof does]()));
  process.exit(0);
}

/** A message of RFC 5424, as its grammar reads it. */
export interface SyslogMessage {
  readonly priority: number;
  readonly timestamp: string;
  readonly host: string;
  readonly app: string;
  readonly process: string;
  readonly id: string;
  readonly data: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly text: string;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The messages of a connection with octet counting (RFC 6587, 3.4.1). Throws what is wrong with them. */
export function readFrames(bytes: Uint8Array): SyslogMessage[] {
  const found: SyslogMessage[] = [];
  for (let at = 0; at < bytes.length; ) {
    let space = at;
    while (bytes[space] !== 0x20) {
      if (space >= bytes.length || space - at > 6) throw new Error(`no length at byte ${at}`);
      space += 1;
    }
    const length = strict.decode(bytes.subarray(at, space));
    if (!/^[1-9]\d*$/.test(length)) throw new Error(`a wrong length: ${length}`);
    const end = space + 1 + Number(length);
    if (end > bytes.length) throw new Error("the last message is cut");
    found.push(readMessage(strict.decode(bytes.subarray(space + 1, end))));
    at = end;
  }
  return found;
}

function readMessage(message: string): SyslogMessage {
  const header =
    /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z) ([!-~]{1,255}) ([!-~]{1,48}) ([!-~]{1,128}) ([!-~]{1,32}) /.exec(
      message,
    );
  if (!header) throw new Error(`no header: ${message.slice(0, 100)}`);
  const [all, priority, timestamp, host, app, process, id] = header as unknown as string[];
  const { data, end } = readData(message, all!.length);
  if (message.slice(end, end + 2) !== " \ufeff") throw new Error("the text has no byte order mark");
  const text = message.slice(end + 2);
  if (/[\p{Cc}\u2028\u2029]/u.test(message)) throw new Error("a control character");
  return {
    priority: Number(priority),
    timestamp: timestamp!,
    host: host!,
    app: app!,
    process: process!,
    id: id!,
    data,
    text,
  };
}

function readData(message: string, from: number) {
  const data: Record<string, Record<string, string>> = {};
  let at = from;
  while (message[at] === "[") {
    const id = /^[!#-<>-\\^-~]{1,32}/.exec(message.slice(at + 1))?.[0];
    if (!id) throw new Error("an element without a name");
    at += 1 + id.length;
    const parameters: Record<string, string> = {};
    while (message[at] === " ") {
      const name = /^ ([!#-<>-\\^-~]{1,32})="/.exec(message.slice(at));
      if (!name) throw new Error("a parameter without a name");
      at += name[0].length;
      let value = "";
      while (message[at] !== '"') {
        if (at >= message.length || message[at] === "]") throw new Error("a value that is not escaped");
        if (message[at] === "\\") at += 1;
        value += message[at];
        at += 1;
      }
      parameters[name[1]!] = value;
      at += 1;
    }
    if (message[at] !== "]") throw new Error("an element without an end");
    data[id] = parameters;
    at += 1;
  }
  return { data, end: at };
}

"""A second verifier of statements, written from the page "The format of statements" alone.

It shares no code with the service or its verifier, and uses only Python's standard library.
Usage: second_verifier.py CASES, a file with one JSON object per line: {"statement", "calls",
"receipts", "key", "seen"}. It prints for each: holds, provisional, new_epoch or "fails: REASON".
"""

import base64
import datetime
import functools
import io
import json
import re
import sys
import unicodedata
import zlib
from hashlib import sha256, sha512
from pathlib import Path

class Fault(Exception):
    """Why a statement does not hold. It has no text of the input, so it is one line."""

def need(condition, reason):
    if not condition:
        raise Fault(reason)

# Ed25519 (RFC 8032). A point is its extended coordinates X, Y, Z, T.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * D * p[3] * q[3] % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P

def decode_point(data):
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    u, v = y * y - 1, D * y * y + 1
    x = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    need(y < P and (v * x * x - u) % P == 0 and (x or not sign), "the public key is not a point")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P

def encode_point(point):
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")

def ed25519_holds(key, message, signature):
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    h = int.from_bytes(sha512(r + key + message).digest(), "little") % ORDER
    x, y, z, t = decode_point(key)
    minus_key, zero = (P - x, y, z, P - t), (0, 1, 1, 0)
    total, sums = zero, (zero, BASE, minus_key, add(BASE, minus_key))
    for bit in reversed(range(253)):  # s * BASE and h * minus_key in one pass
        total = add(total, total)
        if which := (s >> bit & 1) + 2 * (h >> bit & 1):
            total = add(total, sums[which])
    return s < ORDER and encode_point(total) == r  # as bytes, so that R has one form

BASE = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

to_base64 = lambda data: base64.b64encode(data).decode()

def from_base64(value):
    data = base64.b64decode(value, validate=True)
    need(to_base64(data) == value, "a value is not canonical Base64")
    return data

def decimal(value):
    need(re.fullmatch("0|[1-9][0-9]{0,14}", value), "a number is not decimal")
    return int(value)

matching = lambda pattern: lambda value: text(value) and re.fullmatch(pattern, value)

text = lambda value: type(value) is str
integer = lambda value: type(value) is int and abs(value) < 10**15
natural = lambda value: integer(value) and value >= 0
hash_value = lambda value: len(from_base64(value)) == 32
date = lambda value: matching("[0-9]{4}-[0-9]{2}-[0-9]{2}")(value) and datetime.date.fromisoformat(value)
host_or_id, journal_seq = matching("[!-*,-.0-~]+"), matching("[0-9a-f]{32}/[1-9][0-9]{0,14}")
field_or_empty = lambda value: text(value) and all(unicodedata.category(one) not in ("Cc", "Cs") for one in value)
field = lambda value: field_or_empty(value) and value != ""

EPOCH = {"epoch": natural, "size": natural, "root": hash_value, "reason": field_or_empty}
DAY = {"day": date, "calls": natural, "credits": natural, "call_root": hash_value,
       "ledger_rows": natural, "ledger_head": hash_value}
STATE = {"balance": (integer,), "ledger_rows": natural, "ledger_head": hash_value}
ROW = {"id": field, "at": natural, "kind": field, "delta": integer, "grant_id": (field,), "head": hash_value}
USAGE = {"operation": field, "calls": natural, "credits": natural,
         "class": matching("charged|not_found|invalid|refused|error|free")}
SUBSCRIPTION = {
    "id": host_or_id, "product_id": (field,), "epoch": natural, "opening": STATE, "closing": STATE,
    "ledger": [ROW], "usage": [USAGE], "grants": lambda value: type(value) is list,
    "days": [lambda leaf: check(EPOCH if "epoch" in leaf else DAY, leaf, "days")], "checkpoint": (text,),
    "earlier": {"size": natural, "hashes": [hash_value]}, "unproved": {"calls": natural, "credits": natural}}
STATEMENT = {
    "format": matching("vingate-statement/v1"), "service": host_or_id, "account": {"id": field, "name": field_or_empty},
    "month": matching("[0-9]{4}-(0[1-9]|1[0-2])"), "time_zone": matching("UTC"), "state": matching("final|provisional"),
    "issued_at": natural, "key": text, "subscriptions": [SUBSCRIPTION], "signature": text,
    "money": ({"currency": field, "lines": [{"text": field_or_empty, "minor": integer}], "total_minor": integer},)}
CLASSES = {404: "not_found", 422: "invalid", 401: "refused", 402: "refused", 403: "refused", 429: "refused"}
CALL = {"subscription": text, "day": text, "call": journal_seq, "at": natural, "operation": field,
        "status": lambda value: natural(value) and 100 <= value <= 599, "credits": natural,
        "digest": lambda value: len(from_base64(value)) == 16}

def check(shape, value, where):
    """A tuple is a shape or null. Objects have no other members."""
    if type(shape) is tuple:
        return value is None or check(shape[0], value, where)
    if type(shape) is dict:
        need(type(value) is dict and value.keys() == shape.keys(), f"{where} has other members than the page")
        return all([check(shape[member], value[member], member) for member in shape])
    if type(shape) is list:
        need(type(value) is list, f"{where} is not a list")
        return all([check(shape[0], item, where) for item in value])
    need(shape(value), f"{where} has a wrong value")
    return True

hashed_line = lambda *fields: ("\t".join(map(str, fields)) + "\n").encode()

# RFC 8785 escapes the same characters as this encoder, and sorts by UTF-16 code units.
encode_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

def canonical(value):
    def ordered(part):
        if type(part) is dict:
            return {key: ordered(part[key]) for key in sorted(part, key=lambda key: key.encode("utf-16-be"))}
        need(type(part) not in (int, float) or integer(part), "a number is not an integer of 15 digits")
        return [ordered(item) for item in part] if type(part) is list else part
    return encode_json(ordered(value)).encode()

class Tree:
    """A Merkle tree of RFC 6962 that keeps only the roots of its largest whole subtrees."""

    def __init__(self):
        self.size, self.subtrees = 0, []

    def add(self, height, node):
        self.size += 1 << height
        while self.subtrees and self.subtrees[-1][0] == height:
            node = sha256(b"\x01" + self.subtrees.pop()[1] + node).digest()
            height += 1
        self.subtrees.append((height, node))

    def root(self):
        nodes = [node for _, node in reversed(self.subtrees)] or [sha256().digest()]
        return to_base64(functools.reduce(lambda right, left: sha256(b"\x01" + left + right).digest(), nodes))

key_id = lambda key_name, key: sha256(key_name.encode() + b"\n\x01" + key).digest()[:4]

def parse_key(line, key_name):
    key = from_base64(line.split("+", 2)[-1])
    need(len(key) == 33 and key[0] == 1, "the key is not of Ed25519")
    need(line == f"{key_name}+{key_id(key_name, key[1:]).hex()}+{to_base64(key)}", "the key line is wrong")
    return key[1:]

def note_parts(note):
    """The text of a note, and the name and bytes of each signature line."""
    body, _, end = note.rpartition("\n\n")
    *lines, last = end.split("\n")
    matches = [re.fullmatch(r"\u2014 ([^\s+]+) (\S+)", line) for line in lines]
    need(last == "" and lines and all(matches), "a note has a wrong form")
    signatures = [(match[1], from_base64(match[2])) for match in matches]
    need(all(len(signature) == 68 for _, signature in signatures), "a signature has a wrong length")
    return body + "\n", signatures

def is_signed(note, key_name, key):
    """Lines of other keys are ignored, but the key has exactly one line."""
    body, signatures = note_parts(note)
    own = [value[4:] for signer, value in signatures if (signer, value[:4]) == (key_name, key_id(key_name, key))]
    return len(own) == 1 and ed25519_holds(key, body.encode(), own[0])

def parse_checkpoint(note):
    lines = note_parts(note)[0].split("\n")
    need(len(lines) == 4 and lines[3] == "" and hash_value(lines[2]), "a checkpoint has a wrong form")
    log, _, epoch = lines[0].rpartition("/")
    need(log and not re.search(r"\s", log) and decimal(lines[1]), "a checkpoint has a wrong origin, or no leaf")
    return log, decimal(epoch), decimal(lines[1]), lines[2]

SEEN = re.compile(r"\n\u2014 seen/([0-9]{4}-[0-9]{2})/([0-9]+)/([0-9a-f]{16})/([0-9]+)/([0-9a-f]{64}) A{91}=\n\Z")

def seen_in(note):
    """Month and time of the statement in which a checkpoint was seen, the account, and the leaves before the month."""
    match = SEEN.search(note)
    return match and (match[1], decimal(match[2]), match[3], decimal(match[4]), to_base64(bytes.fromhex(match[5])))

class Subscription:
    """One checked subscription, with what its calls and older checkpoints are compared with."""

    def __init__(self, value, host, month, final, key):
        self.id, self.epoch, self.log = value["id"], value["epoch"], f"{host}/proof/{value['id']}"
        self.days, self.usage, self.epoch_lines, self.seen_epochs = {}, {}, {}, set()
        opening, closing, ledger, unproved = (value[m] for m in ("opening", "closing", "ledger", "unproved"))
        self.unproved = unproved["calls"]
        need(self.unproved and not final or not any(unproved.values()), "unproved has a wrong value")
        start = to_base64(sha256(hashed_line("vingate-ledger/v1", self.id)).digest())
        need(opening["ledger_rows"] or opening["ledger_head"] == start, "the ledger has a wrong start")
        self.heads, self.first_rows = [opening["ledger_head"]], opening["ledger_rows"]
        for row in ledger:
            fields = row["id"], row["at"], row["kind"], row["delta"], row["grant_id"] or ""
            line = hashed_line("vingate-ledger/v1", self.heads[-1], *fields)
            self.heads.append(to_base64(sha256(line).digest()))
            need(row["head"] == self.heads[-1], "a ledger row has a wrong head")
        end = closing["ledger_rows"], closing["ledger_head"]
        need(end == (self.first_rows + len(ledger), self.heads[-1]), "closing is not that of the last ledger row")
        self.check_days(value["earlier"], value["days"], month, final)
        checkpoint = self.log, self.epoch, self.size, self.roots[self.size]
        found = value["checkpoint"] and parse_checkpoint(value["checkpoint"])
        need(found == (checkpoint if self.size else None), "the checkpoint is not that of the days")
        need(not found or is_signed(value["checkpoint"], f"{self.log}/{self.epoch}", key), "the checkpoint is not signed")
        calls, credits = map(sum, zip((self.unproved, unproved["credits"]), *self.days.values()))
        before, after = opening["balance"], closing["balance"]
        added = sum(row["delta"] for row in ledger) - credits
        need(before is after is None or None not in (before, after) and before + added == after, "the balance does not add up")
        for row in value["usage"]:
            kind, sums = (row["operation"], row["class"]), (row["calls"], row["credits"])
            fits = sums[1] >= sums[0] if kind[1] == "charged" else sums[1] == 0
            need(fits and sums[0] and kind not in self.usage, "usage has wrong credits, or an operation and class twice")
            self.usage[kind] = sums
        need([sum(s) for s in zip((0, 0), *self.usage.values())] == [calls, credits], "usage does not add up")

    def check_days(self, earlier, days, month, final):
        heights = [h for h in reversed(range(earlier["size"].bit_length())) if earlier["size"] >> h & 1]
        need(len(earlier["hashes"]) == len(heights), "the earlier hashes do not fit their size")
        tree, last_day, last_rows = Tree(), "", self.first_rows
        self.roots = {0: tree.root()}
        for height, node in zip(heights, earlier["hashes"]):
            tree.add(height, from_base64(node))
            self.roots[tree.size] = tree.root()
        for item in days:
            if "epoch" in item:
                fields = "vingate-proof-epoch/v1", self.id, *(item[member] for member in EPOCH)
                need((item["size"], item["root"]) == (tree.size, tree.root()), "an epoch line has another log before it")
                self.epoch_lines[item["epoch"]] = tree.size
            else:
                day, calls, credits, root, rows, head = (item[member] for member in DAY)
                fields = "vingate-proof-day/v1", self.id, day, calls, credits, root, rows, head
                need(day[:7] == month and day > last_day, "days do not ascend in the month")
                need(calls or (credits, root) == (0, Tree().root()), "a day without calls has credits or a root")
                need(rows > last_rows or (rows == last_rows and calls), "a day has a wrong number of ledger rows")
                need(self.heads[rows - self.first_rows:][:1] == [head], "a day has a wrong ledger head or too many rows")
                self.days[day], last_day, last_rows = (calls, credits, root), day, rows
            tree.add(0, sha256(b"\x00" + hashed_line(*fields)).digest())
            self.roots[tree.size] = tree.root()
        need(not final or last_rows == self.first_rows + len(self.heads) - 1, "closing is not that of the last day")
        epochs = [item["epoch"] for item in days if "epoch" in item]
        need(epochs == sorted(self.epoch_lines) and 0 not in epochs, "epoch lines do not ascend")
        need(epochs[-1:] in ([], [self.epoch]), "the last epoch line has another epoch")
        self.size = tree.size

    def check_seen(self, epoch, size, root, older, month, origin):
        if older and (epoch > self.epoch or (epoch == self.epoch and size > self.size)):
            if epoch == self.epoch:
                self.seen_epochs.add(epoch)
                later, _, _, before, expected = origin
                need(month >= later or self.size <= before, "a later statement that was seen has fewer leaves before it")
                need(self.roots.get(before, expected) == expected, "a later statement that was seen has another log before it")
            return
        self.seen_epochs.add(epoch)
        need(epoch <= self.epoch, "a checkpoint that was seen is of a later epoch")
        need(size <= self.size or epoch != self.epoch, "a checkpoint that was seen has more leaves")
        limit = self.size if epoch == self.epoch else self.epoch_lines.get(epoch + 1, 0)
        need(size > limit or self.roots.get(size, root) == root, "a checkpoint that was seen has another root")

def check_statement(data, key_lines):
    statement = json.loads(data.decode())
    need(canonical(statement) == data, "the file is not canonical JSON")
    check(STATEMENT, statement, "the statement")
    host, month, final = statement["service"], statement["month"], statement["state"] == "final"
    key_name, note = host + "/proof", statement["signature"]
    own_key = parse_key(statement["key"], key_name)
    keys = [own_key] if key_lines is None else [parse_key(line, key_name) for line in key_lines.splitlines()]
    key = next((key for key in keys if is_signed(note, key_name, key)), None)
    need(key, "the statement is not signed by the key")
    document = canonical({member: value for member, value in statement.items() if member != "signature"})
    expected = f"vingate-statement/v1\n{to_base64(sha256(document).digest())}\n"
    need(note_parts(note)[0] == expected, "another statement was signed")
    money = statement["money"]
    need(not money or sum(line["minor"] for line in money["lines"]) == money["total_minor"], "money does not add up")
    checked = {s["id"]: Subscription(s, host, month, final, key) for s in statement["subscriptions"]}
    ids = [s["id"].encode() for s in statement["subscriptions"]]
    need(ids == sorted(set(ids)), "subscriptions are not in order, or one is there twice")
    return checked, month, final, statement["issued_at"], statement["account"]["id"]

def check_calls(data, subscriptions):
    """Returns what the receipt of each call is."""
    calls, days, usage, last = {}, {}, {}, ()
    unpacker = zlib.decompressobj(31)
    lines = io.BytesIO(unpacker.decompress(data, 1 << 29))  # the limit is against hostile files
    need(unpacker.eof and not unpacker.unused_data, "the gzip file is cut or has something after its end")
    for line in lines:
        call = json.loads(line.decode())
        exact = type(call) is dict and list(call) == list(CALL) and encode_json(call).encode() + b"\n" == line
        need(exact and check(CALL, call, "a call"), "a call line has a wrong form")
        subscription, day, call_id, at, operation, status, credits, _ = call.values()
        need(subscription in subscriptions, "a call is of another subscription")
        need(day in subscriptions[subscription].days, "a call is of no proved day of the statement")
        journal, _, seq = call_id.rpartition("/")
        place = subscription.encode(), day, journal, decimal(seq)
        need(last < place and call_id not in calls, "a call is there twice or not in order")
        node = sha256(b"\x00" + hashed_line("vingate-call/v1", *[call[m] for m in list(CALL)[2:]])).digest()
        last, calls[call_id] = place, f"{call_id};{at};{credits};{to_base64(node)}"
        tree, day_credits = days.get((subscription, day)) or (Tree(), 0)
        tree.add(0, node)
        days[subscription, day] = tree, day_credits + credits
        kind = subscription, operation, "charged" if credits else CLASSES.get(status, "error" if status >= 500 else "free")
        usage[kind] = [a + b for a, b in zip(usage.get(kind, (0, 0)), (1, credits))]
    for s in subscriptions.values():
        for day, expected in s.days.items():
            tree, credits = days.get((s.id, day), (Tree(), 0))
            need((tree.size, credits, tree.root()) == expected, "the calls are not those of day " + day)
        found = {key[1:]: sums for key, sums in usage.items() if key[0] == s.id}
        for kind in {*found, *s.usage}:
            (c, d), (all_c, all_d) = found.get(kind, (0, 0)), s.usage.get(kind, (0, 0))
            need(c <= all_c and d <= all_d if s.unproved else (c, d) == (all_c, all_d), "usage is not that of the calls")
    return calls

def check_receipts(data, calls, month, last_day, final):
    need(calls is not None, "receipts cannot be checked without the calls")
    for line in data.decode().splitlines(keepends=True):
        match = re.fullmatch(r"([0-9a-f]{32}/[1-9][0-9]{0,14});([0-9]+);([0-9]+);(\S+)\n", line)
        need(match and hash_value(match[4]) and decimal(match[3]) >= 0, "a receipt has a wrong form")
        day = str(datetime.date(1970, 1, 1) + datetime.timedelta(milliseconds=decimal(match[2])))
        passed_over = day[:7] != month or not final and day > last_day
        need(match[1] in calls or passed_over, "the call of a receipt is not there")
        need(calls.setdefault(match[1], line[:-1]) == line[:-1], "a receipt is not that of its call, or there are two")

def check_seen(data, subscriptions, month, issued_at, account):
    own = sha256(account.encode()).hexdigest()[:16]
    logs = {s.log: s for s in subscriptions.values()}
    for note in re.split(r"(?<=\n)---\n", data.decode()) if data else []:
        log, *checkpoint = parse_checkpoint(note)
        origin = seen_in(note)
        if log in logs and (origin is None or origin[2] == own):
            older = origin is not None and (month, issued_at) < origin[:2]
            logs[log].check_seen(*checkpoint, older, month, origin)

def verify(case_line):
    try:
        case = json.loads(case_line)
        subscriptions, month, final, issued_at, account = check_statement(Path(case["statement"]).read_bytes(), case.get("key"))
        calls = check_calls(Path(case["calls"]).read_bytes(), subscriptions) if case.get("calls") else None
        if case.get("receipts"):
            last_day = max((day for s in subscriptions.values() for day in s.days), default="")
            check_receipts(Path(case["receipts"]).read_bytes(), calls, month, last_day, final)
        if case.get("seen"):
            check_seen(Path(case["seen"]).read_bytes(), subscriptions, month, issued_at, account)
    except Fault as fault:
        return f"fails: {fault}"
    except Exception as error:  # whatever a hostile file causes must not stop the cases after it
        return f"fails: malformed or unreadable input ({type(error).__name__})"
    if any((s.epoch_lines or s.seen_epochs) and s.epoch not in s.seen_epochs for s in subscriptions.values()):
        return "new_epoch"
    return "holds" if final else "provisional"

if __name__ == "__main__":
    with open(sys.argv[1], "rb") as cases:
        for case_line in cases:
            print(verify(case_line), flush=True)

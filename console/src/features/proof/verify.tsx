import { type FormEvent, useEffect, useRef, useState } from "react";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { serviceUrl } from "../../base/service-path.ts";
import { Button } from "../../parts/button.tsx";
import { Area } from "../../parts/field.tsx";
import { GetKey, PublicPage } from "../../parts/public-page.tsx";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Scroll } from "../../parts/table.tsx";
import { type Checked, checkStatement } from "./check-statement.ts";
import { addFiles, type GivenFiles } from "./given-files.ts";
import { takeHandedStatement } from "./handed-statement.ts";
import { NotProved } from "./month-proof.tsx";
import { DropZone, Reading } from "./verify-files.tsx";
import { GivenTable, Result } from "./verify-result.tsx";

/** Checks a statement in the browser. It makes no request after it has loaded. */
export function Verify() {
  return (
    <PublicPage action={<GetKey />}>
      <main id="main">
        <Check />
        <NotProved />
        <WithoutPage />
      </main>
    </PublicPage>
  );
}

interface Running {
  readonly part: number;
  stop(): void;
}

function Check() {
  const [files, setFiles] = useState<GivenFiles>({});
  const [others, setOthers] = useState<readonly string[]>([]);
  const [expected, setExpected] = useState("");
  const [running, setRunning] = useState<Running>();
  const [checked, setChecked] = useState<Checked>();
  const last = useRef<AbortController>(undefined);

  const check = async (given: GivenFiles) => {
    const { statement } = given;
    last.current?.abort();
    if (!statement) return;
    const controller = new AbortController();
    last.current = controller;
    const { signal } = controller;
    const stop = () => {
      controller.abort();
      setRunning(undefined);
    };
    setRunning({ part: 0, stop });
    const onProgress = (part: number) => !signal.aborted && setRunning({ part, stop });
    const result = await checkStatement({ ...given, statement }, { expected, signal, onProgress });
    if (!result) return;
    setChecked(result);
    setRunning(undefined);
  };
  const add = async (before: GivenFiles, list: Iterable<File>) => {
    const sorted = await addFiles(before, list);
    setFiles(sorted.files);
    setOthers(sorted.others);
    if (Object.values(sorted.files).some((file) => !Object.values(before).includes(file)))
      await check(sorted.files);
  };
  useEffect(() => {
    const handed = takeHandedStatement();
    if (handed) void add({}, [handed]);
    return () => last.current?.abort();
  }, []);
  const restart = () => {
    last.current?.abort();
    setFiles({});
    setOthers([]);
    setChecked(undefined);
    setRunning(undefined);
  };
  const zone = (
    <DropZone
      files={files}
      others={others}
      isChecked={checked !== undefined}
      take={(list) => add(files, list)}
    />
  );
  return (
    <>
      <div className="tight">
        {" "}
        <Head title={t("Verify a statement")}>
          {checked
            ? t("Checked on your computer in {milliseconds} s. Nothing was sent.", {
                milliseconds: (checked.milliseconds / 1000).toFixed(1),
              })
            : t("Checks a statement on your computer, without an account.")}
        </Head>
      </div>
      {running && <Reading part={running.part} stop={running.stop} />}
      {checked && !running && <Result checked={checked} files={files} restart={restart} />}
      {checked ? <GivenTable files={files} isPdf={checked.isPdf} /> : null}
      <div className="tight">{zone}</div>
      {files.statement && <ExpectedKey value={expected} change={setExpected} apply={() => check(files)} />}
      <WhatIsChecked />
    </>
  );
}

interface ExpectedKeyProps {
  readonly value: string;
  change(value: string): void;
  apply(): unknown;
}

function ExpectedKey({ value, change, apply }: ExpectedKeyProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void apply();
  };
  return (
    <Section
      title={t("Expected key")}
      note={t("A statement contains its key. This does not prove whose key it is.")}
    >
      <form className="stackform" onSubmit={submit}>
        <Area
          label={t("Keys, one per line")}
          className="mono"
          rows={2}
          spellCheck={false}
          hint={t(
            "For example: vin.example.com/proof+5d1f8a20+AT… Leave empty to use the key that this browser saw before.",
          )}
          value={value}
          change={change}
        />
        <Button type="submit">{t("Check with these keys")}</Button>
      </form>
    </Section>
  );
}

const checks: readonly (readonly [name: string, text: string])[] = [
  [t("Signature"), t("the statement and its checkpoints are signed by one key.")],
  [t("Key"), t("it is the key that you expect.")],
  [t("Days"), t("every day of the month is in the signed log, once.")],
  [t("Ledger"), t("each row of the credit history follows from the row before.")],
  [t("Balance"), t("opening + changes − used = closing.")],
  [t("Lines"), t("calls and credits of each line, and money, add up.")],
  [t("Calls"), t("every call in the file is in its day, none is missing.")],
  [t("Receipts"), t("each receipt that you kept has the price of its call.")],
  [t("Consistency"), t("this log continues the one that this browser saw before.")],
];

const WhatIsChecked = () => (
  <Section title={t("What is checked")}>
    <ul className="words two">
      {checks.map(([name, text]) => (
        <li key={name}>
          <b>{name}:</b> {text}
        </li>
      ))}
    </ul>
  </Section>
);

const verifier = `${serviceUrl}/sdk/vingate-verify.tgz`;
const command = `curl -sSO ${verifier}
curl -sS ${verifier}.sha256 | sha256sum --check
npx ./vingate-verify.tgz statement-2026-10.pdf \\
  --calls calls-2026-10.ndjson.gz --receipts receipts.txt`;

const WithoutPage = () => (
  <Section title={t("Without this page")}>
    <div className="cols">
      <p className="c5">
        <T
          text="The formats are RFC 6962 and C2SP. Write a verifier from the <link>page of the format</link>, or use ours."
          link={(words) => <Link to="/docs/statement-format">{words}</Link>}
        />
      </p>
      <div className="c7 code">
        <Scroll label={t("Command")}>
          <pre>{command}</pre>
        </Scroll>
      </div>
    </div>
  </Section>
);

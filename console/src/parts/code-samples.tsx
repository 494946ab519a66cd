import { masked } from "../base/format.ts";
import { copyText } from "../base/toast.ts";
import { Button } from "./button.tsx";
import { type Language, languages, samples } from "./samples.ts";
import { Tabs } from "./tabs.tsx";

function Shown({ text, mark }: { readonly text: string; readonly mark: string }) {
  const [before, after] = text.split(mark);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre tabIndex={0}>
      {before}
      <span className="k">{mark}</span>
      {after}
    </pre>
  );
}

/** A request as code: shown with the key masked, copied with the key in it. */
export function CodeSamples({
  path,
  secret,
}: {
  readonly path: string;
  readonly secret: string | undefined;
}) {
  const mark = secret ? masked(secret) : "YOUR_KEY";
  const shown = samples(path, mark);
  const real = samples(path, secret ?? mark);
  return (
    <Tabs
      label="Language"
      tabs={languages.map((name) => ({ name, panel: <Shown text={shown[name]} mark={mark} /> }))}
      aside={(name) => (
        <Button
          look="text"
          onPress={() => copyText(real[name as Language], secret ? "Copied, with your key in it" : "Copied")}
        >
          Copy
        </Button>
      )}
    />
  );
}

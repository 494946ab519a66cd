import { masked } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { serviceUrl } from "../base/service-path.ts";
import { copyText } from "../base/toast.ts";
import { Button } from "./button.tsx";
import { type Language, languages, type SampleCall, samples } from "./samples.ts";
import { Tabs } from "./tabs.tsx";

function Sample({ text, keyText }: { text: string; keyText: string }) {
  const [before, after] = text.split(keyText);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls
    <pre tabIndex={0}>
      {before}
      <span className="k">{keyText}</span>
      {after}
    </pre>
  );
}

/** A call as code: shown with the key masked, copied with the key. */
export function CodeSamples({ call, secret }: { call: SampleCall; secret: string | undefined }) {
  const keyText = secret ? masked(secret) : "YOUR_KEY";
  const shown = samples(call, keyText, serviceUrl);
  const real = samples(call, secret ?? keyText, serviceUrl);
  const copied = secret ? t("Copied with your key") : t("Copied");
  return (
    <Tabs
      label={t("Language")}
      tabs={languages.map((name) => ({ name, panel: <Sample text={shown[name]} keyText={keyText} /> }))}
      aside={(name) => (
        <Button look="text" onPress={() => copyText(real[name as Language], copied)}>
          {t("Copy")}
        </Button>
      )}
    />
  );
}

import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Link } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";

// Sections of Settings that the environment alone sets: `SectionEnvironment` lists it below.

export const Languages = () => (
  <Head title={t("Languages")}>
    <T
      text="English, Deutsch and Español: the browser chooses, and each reader can choose another. Pages show the reader's own time zone, papers and mails that of <link>Brand</link>."
      link={(words) => <Link to="/settings/brand">{words}</Link>}
    />
  </Head>
);

export const SignInSettings = () => (
  <Head title={t("Sign-in")}>{t("Who can sign up, and how customers and operators sign in.")}</Head>
);

export const PublicUrl = () => (
  <Head title={t("Public URL")}>
    {t("The address in mails, links and documents, where the service listens, and its certificate.")}
  </Head>
);

export const Limits = () => (
  <Head title={t("Limits and log")}>
    {t("What is kept and for how long, what a caller may send, and all settings that no other section has.")}
  </Head>
);

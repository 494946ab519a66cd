import { useOwnKey } from "../../api/own-key.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { serviceUrl } from "../../base/service-path.ts";
import { CodeBlock } from "../../pages/docs/code-block.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { NoSubscription, Skeleton } from "../../parts/states.tsx";

interface Client {
  readonly name: string;
  /** Where the lines go. */
  readonly place: string;
  readonly lines: string;
}

const address = `${serviceUrl}/mcp`;
const header = { "x-AuthKey": "vgk_…" };
const file = (settings: unknown) => JSON.stringify(settings, null, 2);

/** Visual Studio Code prompts for this value and stores it. */
const askedFor = "$" + "{input:vingate}";

/** The clients of the command `vingate mcp install`, and the lines that connect each. */
const clients: readonly Client[] = [
  {
    name: "Claude Code",
    place: t("In a terminal:"),
    lines: `claude mcp add --transport http vingate ${address} --header "x-AuthKey: vgk_…"`,
  },
  {
    name: "Cursor",
    place: t("In ~/.cursor/mcp.json:"),
    lines: file({ mcpServers: { vingate: { url: address, headers: header } } }),
  },
  {
    name: "Visual Studio Code",
    place: t("In .vscode/mcp.json. It asks for the key once:"),
    lines: file({
      servers: { vingate: { type: "http", url: address, headers: { "x-AuthKey": askedFor } } },
      inputs: [{ id: "vingate", type: "promptString", description: t("Vingate key"), password: true }],
    }),
  },
  {
    name: "Claude Desktop",
    place: t("In claude_desktop_config.json. It starts the command vingate, which must be installed:"),
    lines: file({
      mcpServers: {
        vingate: {
          command: "vingate",
          args: ["mcp"],
          env: { VINGATE_URL: serviceUrl, VINGATE_KEY: "vgk_…" },
        },
      },
    }),
  },
  {
    name: "Windsurf",
    place: t("In ~/.codeium/windsurf/mcp_config.json:"),
    lines: file({ mcpServers: { vingate: { serverUrl: address, headers: header } } }),
  },
  {
    name: "Gemini CLI",
    place: t("In ~/.gemini/settings.json:"),
    lines: file({ mcpServers: { vingate: { httpUrl: address, headers: header } } }),
  },
];

/** How to connect the user's assistants over MCP: address, key and the lines of each client. */
export function Assistants() {
  const { key, hasNone } = useOwnKey();
  return (
    <>
      <Head title={t("Assistants")}>
        {t(
          "Programs with a language model look up vehicles under your key, over the Model Context Protocol.",
        )}
      </Head>
      <Section title={t("Connection")} aside={<Link to="/docs/mcp">{t("Tools and costs")}</Link>}>
        <p>
          <T text="Address: {address}" address={<code>{address}</code>} />
        </p>
        {hasNone && <NoSubscription>{t("Every key belongs to a subscription.")}</NoSubscription>}
        {key && <KeyRow secret={key} label={t("Key")} />}
        {!key && !hasNone && <Skeleton rows={1} />}
        <p className="sm muted note">
          {t("A tool call costs what the lookup costs. A file that contains your key should not be shared.")}
        </p>
      </Section>
      {clients.map(({ name, place, lines }) => (
        <Section key={name} title={name}>
          <p>{place}</p>
          <CodeBlock text={lines} />
        </Section>
      ))}
    </>
  );
}

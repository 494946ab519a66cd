import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The used part of `oidc-provider`, which has no types. */
interface OidcProvider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  readonly Grant: new (of: {
    accountId: string;
    clientId: string;
  }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
}

interface Asked {
  readonly oidc: {
    readonly session: { readonly accountId: string };
    readonly client: { readonly clientId: string };
  };
}

const clientOf = (id: string, callback: string) => ({
  client_id: id,
  client_secret: `secret-of-${id}`,
  redirect_uris: [callback],
});

/** An issuer as others run one (`oidc-provider`), whose users sign in without a password. */
export async function realIssuer(callback: string) {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const name: string = "oidc-provider";
  const { default: Provider } = (await import(name)) as {
    default: new (issuer: string, settings: object) => OidcProvider;
  };
  const provider = new Provider(url, {
    clients: [clientOf("customers", callback), clientOf("operators", callback)],
    claims: { email: ["email", "email_verified"], profile: ["name"], openid: ["sub", "amr"] },
    cookies: { keys: ["of tests"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, name: "Lena", email: `${id}@example.com`, email_verified: true }),
    }),
    async loadExistingGrant({ oidc: { session, client } }: Asked) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const oidc = provider.callback();
  let login: object = {};
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return oidc(request, response);
    void provider.interactionFinished(request, response, { login });
  });

  /** Opens the page as the browser of an account; resolves to what the browser brings back. */
  async function visit(page: string, accountId: string, more: object = {}): Promise<Record<string, string>> {
    login = { accountId, ...more };
    const cookies = new Map<string, string>();
    for (let next = page, steps = 0; steps < 10; steps++) {
      const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
      const response = await fetch(next, { redirect: "manual", headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(key, value);
      }
      const location = response.headers.get("location");
      if (location === null) throw new Error(`${next} answered ${response.status}: ${await response.text()}`);
      next = new URL(location, url).href;
      if (next.startsWith(callback)) return Object.fromEntries(new URL(next).searchParams);
    }
    throw new Error("the provider redirects on and on");
  }

  return {
    url,
    visit,
    end: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}

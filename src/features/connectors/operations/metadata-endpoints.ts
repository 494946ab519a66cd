import { z } from "zod";
import { type Context, endpoint } from "../../../calls/context.ts";
import { json } from "../../../http/endpoint.ts";
import { opened } from "../../../running/opened.ts";
import { Connectors } from "../connectors.ts";

const urls = z.array(z.string());
const common = {
  tag: "Assistants",
  audience: "none",
  extension: true,
  method: "GET",
  errors: ["not_found"],
} as const;

const resource = {
  ...common,
  response: z.looseObject({
    resource: z.string().describe("The address for which tokens are."),
    authorization_servers: urls.describe("Who issues tokens: this service."),
  }),
  handle: (context: Context) => {
    const { issuer, resource: address } = opened(context, Connectors).requirePlace();
    return json({
      resource: address,
      authorization_servers: [issuer],
      bearer_methods_supported: ["header"],
      resource_name: context.config.operatorName ?? "Vingate",
      resource_documentation: `${issuer}/docs/mcp.md`,
    });
  },
} as const;

/** What clients read before they register: RFC 9728 and RFC 8414. */
export const metadataEndpoints = [
  endpoint({
    ...resource,
    id: "getProtectedResource",
    path: "/.well-known/oauth-protected-resource",
    summary: "Read who issues tokens for /mcp",
    description: "Protected resource metadata (RFC 9728). 404 if assistants do not sign in here.",
  }),
  endpoint({
    ...resource,
    id: "getProtectedMcp",
    path: "/.well-known/oauth-protected-resource/mcp",
    summary: "Read who issues tokens for /mcp, at its own path",
    description: "As `GET /.well-known/oauth-protected-resource`.",
  }),
  endpoint({
    ...common,
    id: "getAuthorizationServer",
    path: "/.well-known/oauth-authorization-server",
    summary: "Read where tokens for /mcp are issued",
    description: "Authorization server metadata (RFC 8414). 404 if assistants do not sign in here.",
    response: z.looseObject({
      issuer: z.string().describe("Who issues tokens: this service."),
      authorization_endpoint: z.string().describe("Where a browser takes the user."),
      token_endpoint: z.string().describe("Where codes are exchanged."),
      registration_endpoint: z.string().describe("Where a program registers."),
    }),
    handle: (context) => {
      const { issuer } = opened(context, Connectors).requirePlace();
      return json({
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        registration_endpoint: `${issuer}/oauth/register`,
        revocation_endpoint: `${issuer}/oauth/revoke`,
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        token_endpoint_auth_methods_supported: ["none"],
        revocation_endpoint_auth_methods_supported: ["none"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        service_documentation: `${issuer}/docs/mcp.md`,
      });
    },
  }),
];

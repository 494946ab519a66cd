import { join } from "node:path";
import { z } from "zod";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Answer, Call } from "../../../http/endpoint.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import { isImageName } from "../../families/body.ts";
import { placeholder } from "./placeholder.ts";

const types: Readonly<Record<string, string>> = {
  avif: "image/avif",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};

/** The operation that serves what records show, to callers with its signed address. */
export const imageEndpoints = [
  endpoint({
    id: "getImage",
    method: "GET",
    path: "/images/{object_name}",
    tag: "Images",
    summary: "An image of a record",
    description:
      "Responses contain the whole address, signed and valid for an hour. A changed, added or moved parameter is 403.",
    audience: "none",
    params: z.object({
      object_name: z.string().meta({ example: "demo/front.svg", description: "May contain slashes." }),
    }),
    query: z.object({
      AccessKeyId: z.string().optional(),
      Expires: z.string().optional().describe("Seconds since 1970."),
      Signature: z.string().optional().describe("HMAC-SHA256 over method, path and Expires."),
    }),
    types: ["image/*"],
    errors: ["forbidden", "not_found"],
    extension: true,
    head: true,
    handle: serveImage,
  }),
];

async function serveImage(context: Context, call: Call<{ object_name: string }>): Promise<Answer> {
  const { object_name: name } = call.params;
  if (!isImageName(name) || !context.identity.secrets.images.admits(name, call.search, context.clock()))
    throw forbidden("This address is not signed, was altered, or has expired. Look the vehicle up again.");
  const headers = {
    "cache-control": "private, max-age=3600",
    // An SVG opened by itself would run its scripts on this origin.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
  };
  const type = types[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""];
  const file = Bun.file(join(context.config.dataDir, "images", name));
  if (type && (await file.exists())) return { body: await file.bytes(), type, headers };
  if (name.startsWith("demo/")) return { body: placeholder(name), type: "image/svg+xml", headers };
  throw notFound("The record names this image, and it is not in the images folder.");
}

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { auctionRecords } from "../../../src/vehicles/families/apis/auction.ts";
import { kinds, problem, startService, type TestService, testOrigin } from "../../harness.ts";
import { lookupCaller } from "./lookup-caller.ts";
import { accordVin, loadSamples } from "./samples.ts";

type Events = { data: { images: string[] }[] };

describe("signed images", () => {
  let service: TestService;
  let urls: string[];
  const pathOf = (url: string) => url.slice(testOrigin.length);
  const get = (path: string) => service.ask("GET", path);
  beforeAll(async () => {
    service = await startService(kinds[0]!);
    await loadSamples(service, [auctionRecords]);
    const got = await (await lookupCaller(service)).lookUp(`/auction/${accordVin}`);
    urls = (got.body as Events).data[1]!.images;
  });
  afterAll(() => service.end());

  test("each image is served by its address and marked synthetic", async () => {
    expect(urls.length).toBe(12);
    for (const url of urls) {
      const got = await get(pathOf(url));
      expect([got.status, got.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
      expect(got.text).toContain("Synthetic image");
    }
    expect((await service.ask("HEAD", pathOf(urls[0]!))).status).toBe(200);
  });

  test("a changed image address is 403", async () => {
    const path = pathOf(urls[0]!);
    const [object, query] = path.split("?") as [string, string];
    const [id, expires, signature] = query.split("&") as [string, string, string];
    const later = `Expires=${Number(expires.slice(8)) + 1}`;
    const other = pathOf(urls[1]!).split("?")[0]!;
    const altered = [
      object,
      `${object}?`,
      `${object}?${id}&${expires}`,
      `${object}?${expires}&${id}&${signature}`,
      `${object}?${id}&${later}&${signature}`,
      `${object}?${id}&0${expires}&${signature}`,
      `${object}?${id}&${expires}&${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}`,
      `${object}?${id}&${expires}&${signature}&x=1`,
      `${object}?x=1&${id}&${expires}&${signature}`,
      `${object}?${id}&${id}&${expires}&${signature}`,
      `${object}?AccessKeyId=${"0".repeat(20)}&${expires}&${signature}`,
      `${object}?AccessKeyId%3D${id.slice(12)}&${expires}&${signature}`,
      `${other}?${query}`,
      `/images/demo/../${object.slice(13)}?${query}`,
      `/images/demo%2F..%2F..%2Fmaster.key?${query}`,
    ];
    for (const path of altered) {
      const got = await get(path);
      expect([path, [403, 404].includes(got.status)]).toEqual([path, true]);
      expect(got.text).not.toContain("svg");
    }
    const got = await get(altered[3]!);
    const detail = "This address is not signed, was altered, or has expired. Look the vehicle up again.";
    expect(got.body).toEqual(problem("forbidden", 403, "Forbidden", detail, got));
  });

  test("a file of the images folder has its type; others are 404", async () => {
    const { images } = service.app.identity.secrets;
    const folder = join(service.app.config.dataDir, "images", "lot");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "1.jpg"), "a photograph");
    writeFileSync(join(folder, "1.html"), "a page");
    const address = (name: string) => `/images/${name}${images.sign(name, service.app.clock())}`;
    const got = await get(address("lot/1.jpg"));
    expect([got.status, got.headers.get("content-type"), got.text]).toEqual([
      200,
      "image/jpeg",
      "a photograph",
    ]);
    for (const name of ["lot/2.jpg", "lot/1.html", "lot"])
      expect((await get(address(name))).status).toBe(404);
    for (const name of ["../master.key", "lot/../../master.key", "/lot/1.jpg", ".hidden/1.jpg"])
      expect([403, 404]).toContain((await get(address(name))).status);
  });

  test("after an hour an address is 403", async () => {
    service.advance(3599_000);
    expect((await get(pathOf(urls[0]!))).status).toBe(200);
    service.advance(2000);
    expect((await get(pathOf(urls[0]!))).status).toBe(403);
  });
});

test("the image host is the origin of every image", async () => {
  const service = await startService(kinds[0]!, { VINGATE_IMAGE_HOST: "https://images.example.com" });
  await loadSamples(service, [auctionRecords]);
  const got = await (await lookupCaller(service)).lookUp(`/auction/${accordVin}`);
  const { images } = (got.body as Events).data[1]!;
  expect(images.every((url) => url.startsWith("https://images.example.com/images/demo/"))).toBe(true);
  expect((await service.ask("GET", images[0]!.slice("https://images.example.com".length))).status).toBe(200);
  await service.end();
});

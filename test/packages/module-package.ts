import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { launchBrowser } from "../console/browser.ts";

/** What publint and attw find wrong with a package of ES modules, and the members of its manifest that name others. */
export async function packageFaults(
  installed: string,
  tarball: string,
  excludeEntrypoints: string[] = [],
): Promise<readonly unknown[]> {
  const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
  const bytes = new Uint8Array(await Bun.file(tarball).arrayBuffer());
  const checked = await checkPackage(createPackageFromTarballData(bytes), { excludeEntrypoints });
  const problems = checked.types ? checked.problems : ["no types"];
  // It is an ES module only, which a CommonJS program loads by `import()`.
  const unexpected = problems.filter((one) => typeof one === "string" || one.kind !== "CJSResolvesToESM");
  const manifest = await Bun.file(join(installed, "package.json")).json();
  return [...messages, ...unexpected, ...Object.keys(manifest).filter((name) => /dependencies/i.test(name))];
}

/** Runs a module in a page of its own, beside the package's `/dist/`. Resolves to the page's title, once it has one. */
export async function titleInBrowser(script: string, installed: string): Promise<string> {
  const page = `<script type="module">${script}</script>`;
  const server = Bun.serve({
    port: 0,
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === "/") return new Response(page, { headers: { "content-type": "text/html" } });
      if (pathname.startsWith("/dist/")) return new Response(Bun.file(join(installed, pathname)));
      return new Response(undefined, { status: 204 });
    },
  });
  const browser = await launchBrowser();
  try {
    const tab = await browser.newPage();
    const failed = Promise.withResolvers<never>();
    tab.on("pageerror", failed.reject);
    await tab.goto(server.url.href);
    await Promise.race([tab.waitForFunction("document.title !== ''"), failed.promise]);
    return await tab.title();
  } finally {
    await browser.close();
    await server.stop(true);
  }
}

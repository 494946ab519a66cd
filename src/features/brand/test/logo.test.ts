import { expect, test } from "bun:test";
import { crc32, deflateSync } from "node:zlib";
import { chunk, pngOf } from "../../../../test/png.ts";
import { checkLogo } from "../logo/check-logo.ts";

const svg = (content: string, attributes = "") =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"${attributes}>${content}</svg>`);
const faultOf = (bytes: Buffer) => {
  const checked = checkLogo(bytes);
  return "fault" in checked ? checked.fault : checked.type;
};

test.each([
  ["<script>alert(1)</script>", "the SVG contains <script>, which is not allowed"],
  ["<SCRIPT>alert(1)</SCRIPT>", "the SVG contains <SCRIPT>, which is not allowed"],
  [
    '<s:script xmlns:s="http://www.w3.org/2000/svg"/>',
    "the SVG contains <s:script>, which is not allowed; save it as plain SVG",
  ],
  ["<foreignObject><p/></foreignObject>", "the SVG contains <foreignObject>, which is not allowed"],
  ['<image href="https://evil.example/a.png"/>', "the SVG contains <image>, which is not allowed"],
  ['<set attributeName="href" to="javascript:x"/>', "the SVG contains <set>, which is not allowed"],
  ["<a><path/></a>", "the SVG contains <a>, which is not allowed"],
  ['<path onload="x()"/>', "the SVG has the event handler onload; remove scripts"],
  ["<path ONclick='x()'/>", "the SVG has the event handler ONclick; remove scripts"],
  ['<use href="https://evil.example/#a"/>', "the SVG refers to something outside of itself in href"],
  ['<use xlink:href="data:image/svg+xml,x"/>', "the SVG refers to something outside of itself in xlink:href"],
  ['<path fill="url(https://evil.example/#a)"/>', "the SVG refers to something outside of itself in fill"],
  ['<path fill="url(&#104;ttps://evil.example)"/>', "the SVG refers to something outside of itself in fill"],
  ['<path fill="&#117;rl(//evil.example/#a)"/>', "the SVG refers to something outside of itself in fill"],
  [
    '<use href="&#x23;a"/><use href="&#x68;ttps://evil.example"/>',
    "the SVG refers to something outside of itself in href",
  ],
  [
    "<style>a{fill:&#117;rl(//evil.example)}</style>",
    "the SVG refers to something outside of itself in <style>",
  ],
  ['<path style="fill:u/**/rl(//evil.example)"/>', "the SVG refers to something outside of itself in style"],
  ['<path style="fill:\\75rl(//evil.example)"/>', "the SVG has an escape in style; write it without one"],
  ["<style>@import '//evil.example';</style>", "the SVG refers to something outside of itself in <style>"],
  [
    "<style><![CDATA[a{fill:url(//evil.example)}]]></style>",
    "the SVG refers to something outside of itself in <style>",
  ],
  ["<text>&nbsp;</text>", "the SVG has an unknown entity"],
  ['<path d="&lol;"/>', "the SVG has an unknown entity"],
  ["<?xml-stylesheet href='x'?>", "the SVG has a processing instruction, such as a style sheet"],
  ["<path>", "the SVG is not well-formed: </svg> closes nothing"],
  ['<path d="a" d="b"/>', "the SVG is not well-formed: <path> has d twice"],
  ["<g>".repeat(51) + "</g>".repeat(51), "the SVG is nested more than 50 deep"],
  ["<g/>".repeat(2000), "the SVG has more than 2000 elements; simplify the drawing"],
])("an SVG with %p is refused by its name", (content, fault) => {
  expect(faultOf(svg(content))).toBe(fault);
});

test("entities that expand a billion times are refused before they are read", () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${"lol".repeat(10)}">${"&a;".repeat(10)}]>`;
  expect(faultOf(Buffer.concat([Buffer.from(bomb), svg("<text>&a;</text>")]))).toBe(
    "the SVG has a DOCTYPE or entities; remove them",
  );
});

test("a static drawing with gradients, styles and references to itself is accepted", () => {
  const drawing = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made -->\n${svg(
    `<title>Lotdata &amp; more</title><defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs>
    <style>.b{fill:url(#a)} .c{fill:url("#a")}</style><path class="b" d="M0 0h4v4z" fill="url(#a)"/><use href="#a"/>`,
    ' xmlns:xlink="http://www.w3.org/1999/xlink"',
  )}\n`;
  expect(faultOf(Buffer.from(drawing))).toBe("image/svg+xml");
});

test("64 kB of unclosed text are refused in a moment", () => {
  for (const part of ["<", "<a", "<!--", '<svg a="', "<![CDATA[", "<svg "]) {
    const before = process.cpuUsage();
    expect(faultOf(Buffer.from(`<svg ${part.repeat(65_000 / part.length)}`))).toStartWith("the SVG");
    // Its own time: on a busy machine it may wait for the processor.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  }
});

test("a PNG is accepted by what it contains", () => {
  for (const color of [0, 2, 4, 6] as const) expect(faultOf(pngOf(5, 3, { color }))).toBe("image/png");
});

test("a PNG that declares, or inflates to, too many pixels is refused", () => {
  const declared = pngOf(1, 1);
  declared.writeUInt32BE(30_000, 16);
  declared.writeUInt32BE(30_000, 20);
  declared.writeUInt32BE(crc32(declared.subarray(12, 29)), 29);
  expect(faultOf(declared)).toBe("the PNG has 30000 × 30000 pixels; at most 2000 × 2000 are allowed");
  const bomb = pngOf(4, 4, { pixels: deflateSync(Buffer.alloc(30_000_000)) });
  expect(bomb.length).toBeLessThan(65_536);
  expect(faultOf(bomb)).toBe("the PNG is damaged, or has more pixels than it declares");
  expect(faultOf(pngOf(4, 4, { pixels: deflateSync(Buffer.alloc(4)) }))).toBe(
    "the PNG has fewer pixels than it declares",
  );
});

test("a damaged or odd PNG is refused", () => {
  const png = pngOf(4, 4);
  expect(faultOf(png.subarray(0, -1))).toBe("the PNG is not complete");
  expect(faultOf(Buffer.concat([png, Buffer.from("<script>")]))).toBe("the PNG has other data after its end");
  const broken = Buffer.from(png);
  broken[40]! ^= 1;
  expect(faultOf(broken)).toBe("the PNG is damaged");
  expect(faultOf(pngOf(4, 4, { interlace: 1 }))).toBe("the PNG is interlaced; save it without interlacing");
  expect(faultOf(pngOf(4, 4, { color: 3 }))).toBe("the PNG has no palette");
  expect(faultOf(Buffer.concat([png.subarray(0, 8), chunk("IEND", Buffer.alloc(0))]))).toBe(
    "the PNG has no header",
  );
});

test.each([
  ["a GIF", "GIF89a", "the logo is neither PNG nor SVG"],
  ["HTML", "<html><body><script>alert(1)</script></body></html>", "the logo is neither PNG nor SVG"],
  ["HTML around an SVG", "<html><svg xmlns='x'/></html>", "the SVG contains <html>, which is not allowed"],
  ["nothing", "", "the logo is empty"],
  ["too much", "x".repeat(65_537), "the logo has 65537 bytes; at most 65536 are allowed"],
])("%s is no logo", (_, content, fault) => {
  expect(faultOf(Buffer.from(content))).toBe(fault);
});

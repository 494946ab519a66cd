import { z } from "zod";
import { auctionRecords } from "../../families/apis/auction.ts";
import { buildSheets } from "../../families/apis/oem-vin-decode.ts";
import {
  recallCampaigns,
  recallCompletions,
  recallFlags,
  recallTexts,
} from "../../families/apis/open-recall.ts";
import { plateRecords } from "../../families/apis/plates.ts";
import { repairRecords } from "../../families/apis/repair-estimates.ts";
import { saleRecords } from "../../families/apis/saleshistory.ts";
import { lookupApis } from "../../families/lookup-apis.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { text, texts } from "../../families/shape.ts";
import { type ObjectShape, type Shape, shapeOf } from "./shape.ts";

/** The members of a record that its keys give, and that rows do not repeat. */
const given = (family: RecordFamily): readonly string[] => {
  if (family.kind === "plate") return ["intro", "vin"];
  return family.kind === "event" ? [] : family.heading;
};

const completion = z.looseObject({
  recall_status: z.enum(["open", "completed", "unknown"]).describe("Completed where nothing else is said."),
  completed_at: text.describe("YYYY-MM-DD."),
  source: text.describe("Who knows it."),
});

/** Records that are no answer by themselves. */
const ownSchemas = new Map<RecordFamily, z.ZodType>([
  [
    recallCampaigns,
    texts(...recallTexts).extend(Object.fromEntries(recallFlags.map((name) => [name, z.boolean()]))),
  ],
  [recallCompletions, completion],
  [buildSheets, z.looseObject({})],
]);

const shapes = new Map<RecordFamily, ObjectShape>();

/** What a record of a family holds beside its keys: what answers show of it. */
export function recordShape(family: RecordFamily): ObjectShape {
  const known = shapes.get(family) ?? makeShape(family);
  shapes.set(family, known);
  return known;
}

function makeShape(family: RecordFamily): ObjectShape {
  const own = ownSchemas.get(family);
  const shape = own ? shapeOf(own) : answerShape(family);
  if (shape.kind !== "object") throw new TypeError(`records of ${family.name} are no objects`);
  const keys = given(family);
  return { ...shape, members: shape.members.filter(({ name }) => !keys.includes(name)) };
}

/** The part of an answer that one record makes. */
function answerShape(family: RecordFamily): Shape {
  const all = lookupApis.flatMap(({ families }) => families);
  const shown = all.find(
    ({ from }) =>
      (from && "records" in from && from.records === family) ||
      (from?.kind === "plate" && family === plateRecords),
  );
  const repairs = all.find(({ base }) => base === `/${repairRecords.name}`);
  const response = family === repairRecords ? repairs?.response : shown?.response;
  if (!response) throw new TypeError(`no answer shows records of ${family.name}`);
  const data = memberOf(shapeOf(response), "data");
  if (family === auctionRecords) return itemOf(data);
  if (family === saleRecords) return itemOf(memberOf(data, "sales_history"));
  if (family !== repairRecords) return data;
  const group = itemOf(memberOf(memberOf(data, "data"), "repair"));
  const members = (group as ObjectShape).members.filter(({ name }) => name === "repair");
  return { kind: "object", members, open: false };
}

function memberOf(shape: Shape, name: string): Shape {
  const member = shape.kind === "object" && shape.members.find((one) => one.name === name);
  if (!member) throw new TypeError(`an answer has no ${name}`);
  return member.shape;
}

function itemOf(shape: Shape): Shape {
  if (shape.kind !== "list") throw new TypeError("an answer has no list where records are");
  return shape.item;
}

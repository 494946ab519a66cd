import type { AnyList } from "./list.ts";
import { makeLists } from "./makes.ts";
import { manufacturerLists } from "./manufacturers.ts";
import { modelLists } from "./models.ts";
import { unpublishedLists } from "./unpublished.ts";
import { variableLists } from "./variables.ts";
import { wmiLists } from "./wmis.ts";

/** vPIC's lists. */
export const allLists: readonly AnyList[] = [
  ...wmiLists,
  ...makeLists,
  ...modelLists,
  ...manufacturerLists,
  ...variableLists,
  ...unpublishedLists,
];

import { testDeletedLog } from "./deleted-log.ts";

testDeletedLog(2);

import type { Figure } from "../../../../bench/common/figure.ts";
import { signUp, startService } from "../../../../bench/common/service.ts";
import { scaled } from "../../../../bench/common/settings.ts";
import { inHttpBench } from "../../../../bench/http/bench.ts";
import { soak } from "../../../../bench/http/soak.ts";
import { register, startUpstream } from "./apis.ts";

const counts = [100_000, 500_000, 1_000_000].map((count) => scaled(count));

/** A million charged calls of a registered API: what the service uses after a tenth, a half and all of them. */
export function benchGatewaySoak(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const service = await startService(bench.folder, bench.dataDir);
    const { user } = await signUp(service);
    const calls = await register(service, user.id, await startUpstream(bench, 1100));
    return soak(bench, service, [calls], counts);
  });
}

import { pinning } from "../common/child.ts";
import { type Figure, figure, medianOf } from "../common/figure.ts";
import { startService, subscribe } from "../common/service.ts";
import { inHttpBench } from "./bench.ts";
import { measureRounds, type Target } from "./rounds.ts";

/** One VIN in vPIC's flat form, compared with `GET /vin-decoder/{vin}`. */
export function benchVpicForm(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const service = await startService(bench.folder, bench.dataDir);
    const { unlimited } = await subscribe(service);
    const base = unlimited.base.replace("/vin-decoder/", "/vehicles/DecodeVinValues/");
    const headers = { ...unlimited.headers, accept: "application/json" };
    const servers = [service.server];
    const targets: Target[] = [
      { name: "GET /vin-decoder/{vin}", servers, requests: unlimited },
      { name: "DecodeVinValues", servers, requests: { base, headers } },
    ];
    const { measured, note } = await measureRounds(bench, targets, { rounds: 5, seconds: 3 });
    const [plain, vpic] = targets.map(({ name }) => medianOf(measured.get(name)!, ({ cpu }) => cpu));
    return [
      figure("GET /vin-decoder/{vin}, CPU of a request", plain!, "µs", `${note}, ${pinning}`),
      figure("DecodeVinValues, CPU of a request", vpic!, "µs"),
      figure("DecodeVinValues over /vin-decoder", vpic! / plain!, "×", "target: ≤ 1.3"),
    ];
  });
}

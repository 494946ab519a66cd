import { paidPackage, spend } from "./histories.ts";
import type { PaidService } from "./paid-service.ts";
import type { Scene, Way } from "./way.ts";

/** A package that was bought, spent and returned by hand; resolves to what makes the refund fail. */
async function returned(
  { service, id }: Scene,
  spent: number,
  between: (service: PaidService, buy: () => Promise<void>) => Promise<void>,
): Promise<() => Promise<unknown>> {
  const customer = await service.customer();
  await customer.ask("POST", `/subscriptions/${id}`, { scope: "/products/empty" });
  const buy = async () => {
    const { intent, sent } = await paidPackage(service, customer, id);
    await service.hear(sent.id, sent.type, sent.object);
    return intent;
  };
  const intent = await buy();
  await spend(service, id, spent);
  const refund = service.stripe.refund(intent, 6050);
  const object = { object: "refund", id: refund.id, payment_intent: intent };
  await service.hear(`evt_${refund.id}_of_${id}`, "refund.created", object);
  await between(service, async () => void (await buy()));
  return async () => {
    service.stripe.failRefund(refund.id);
    const { status } = await service.hear(`evt_${refund.id}_failed`, "refund.failed", object);
    if (status !== 200) throw new Error(String(status));
  };
}

const settling = "src/features/payments/settling";

/** Ways in which credits come back with their money. */
export const returnedWays: readonly Way[] = [
  {
    name: "a refund that fails",
    calls: [`giveBackToGrant in ${settling}/taking.ts`],
    begin: (scene) => returned(scene, 0, async () => {}),
  },
  {
    name: "a debt that is not owed any more, of the credits that had paid it",
    calls: [`giveBackToGrant in ${settling}/owed-credits.ts`],
    begin: (scene) =>
      returned(scene, 5000, async (service, buy) => {
        await service.setTime(service.now() + 1000);
        await buy();
      }),
  },
];

import type { World } from "./world.ts";

/**
 * What is made, ended and asserted: it yields before the point to which the database goes back, and before it does so.
 */
export type Story = (world: World) => AsyncGenerator<void, void, void>;

/** Plays stories side by side: what they make, a point, what they end, and after the database went back the rest. */
export async function playStories(world: World, stories: readonly Story[], gapMs: number): Promise<void> {
  const begun = stories.map((story) => story(world));
  const next = async () => {
    for (const one of begun) await one.next();
  };
  await next();
  const point = await world.point();
  world.service.advance(gapMs);
  await next();
  await world.goBack(point);
  await next();
}

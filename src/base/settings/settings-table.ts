import { insertedAfter } from "../program/inserted-after.ts";
import type { Setting } from "./setting.ts";

/** Settings by the names that the program uses. */
export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;

export type Values<T extends SettingsTable> = { readonly [K in keyof T]: ReturnType<T[K]["parse"]> };

/** The settings of a feature: read and listed with all others, and typed for it alone. */
export interface FeatureSettings<T extends SettingsTable = SettingsTable> {
  readonly table: T;
  /** The setting after which they are listed; at the end without it. */
  readonly after: string | undefined;
  /** Its values in a configuration that was read with this feature. */
  of(config: object): Values<T>;
}

export function featureSettings<const T extends SettingsTable>(table: T, after?: string): FeatureSettings<T> {
  return {
    table,
    after,
    of(config) {
      for (const key in table) if (!(key in config)) throw new Error(`the setting ${key} was not read`);
      return config as Values<T>;
    },
  };
}

/** What has settings of its own, as a `Feature` does. */
export interface WithSettings {
  readonly settings?: FeatureSettings;
}

/** A table with the settings of features, each at its place. */
export function tableWith(core: SettingsTable, features: readonly WithSettings[]): SettingsTable {
  const entries = features.reduce(
    (all, { settings }) =>
      settings
        ? insertedAfter(all, Object.entries(settings.table), ([, { name }]) => name === settings.after)
        : all,
    Object.entries(core) as readonly (readonly [string, Setting<unknown>])[],
  );
  return Object.fromEntries(entries);
}

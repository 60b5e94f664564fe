/** When each step of the first hour was done, on this device only. */
import { deviceStorage, parseStoredJson } from './storage.ts';

const STORAGE_KEY = 'first-hour';

/** By `country/rail/step`. */
export type Ticks = Readonly<Record<string, string>>;

export function readTicks(): Ticks {
  const stored = parseStoredJson(deviceStorage.get(STORAGE_KEY));
  return typeof stored === 'object' && stored !== null ? (stored as Ticks) : {};
}

export function saveTick(key: string, isDone: boolean, now = new Date()): Ticks {
  const { [key]: _, ...others } = readTicks();
  const ticks = isDone ? { ...others, [key]: now.toISOString() } : others;
  deviceStorage.set(STORAGE_KEY, JSON.stringify(ticks));
  return ticks;
}

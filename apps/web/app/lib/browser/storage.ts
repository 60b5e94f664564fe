/** Access to the browser's storage. Where it is disabled or full, nothing is stored and nothing throws. */
const wrapStorage = (area: () => Storage) => ({
  get(name: string): string | undefined {
    try {
      return area().getItem(name) ?? undefined;
    } catch {
      return undefined;
    }
  },
  /** Returns whether the value was stored. */
  set(name: string, text: string): boolean {
    try {
      area().setItem(name, text);
      return true;
    } catch {
      return false;
    }
  },
  delete(name: string): void {
    try {
      area().removeItem(name);
    } catch {
      // There was nothing to delete either.
    }
  },
});

export const deviceStorage = wrapStorage(() => localStorage);
export const tabStorage = wrapStorage(() => sessionStorage);

/** Parses stored JSON; returns undefined where it is not readable. */
export function parseStoredJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

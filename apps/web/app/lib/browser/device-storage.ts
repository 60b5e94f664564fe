/** What the browser keeps for the site. It may be switched off or full: then nothing is kept, and nothing breaks. */
const keptIn = (area: () => Storage) => ({
  get(name: string): string | undefined {
    try {
      return area().getItem(name) ?? undefined;
    } catch {
      return undefined;
    }
  },
  /** Whether it could be kept. */
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

export const onThisDevice = keptIn(() => localStorage);
export const inThisTab = keptIn(() => sessionStorage);

/** What was kept as JSON, or nothing where it is not readable. */
export function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Tracks lazy components whose code still loads during hydration. React loses a click on their markup, so the page
 * counts as hydrated only when they are loaded, too.
 */
const expected = new Set<symbol>();
let tellAll: (() => void) | undefined;

/** Returns a function to call when the component has loaded or failed. */
export function expectPart(): () => void {
  const part = Symbol('part');
  expected.add(part);
  return () => {
    expected.delete(part);
    if (expected.size === 0) tellAll?.();
  };
}

export function whenPartsAreThere(go: () => void): void {
  if (expected.size === 0) go();
  else
    tellAll = () => {
      tellAll = undefined;
      go();
    };
}

/**
 * Parts of the page whose code is still on its way while the page hydrates. Their markup is there, but React loses a click on it, so
 * the page counts as hydrated only when they are too.
 */
const expected = new Set<symbol>();
let tellAll: (() => void) | undefined;

/** Returns what says that the part is there, or will never be. */
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

/**
 * Goes to another page as a new document, so that no cached visitor data stays. Resolves only when the person comes
 * back to this page; until then its buttons stay busy.
 */
export const openDocument = (path: string): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
    location.assign(path);
  });

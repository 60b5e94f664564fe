/** The built files that a page names: without them it would not look or act as it does. */
export const filesOf = (page: string): string[] => [
  ...new Set([...page.matchAll(/["'](\/assets\/[^"'#?\\]+)/g)].map(([, file]) => file!)),
];

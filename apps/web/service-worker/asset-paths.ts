/** The built files that a page references and needs. */
export const extractAssetPaths = (page: string): string[] => [
  ...new Set([...page.matchAll(/["'](\/assets\/[^"'#?\\]+)/g)].map(([, file]) => file!)),
];

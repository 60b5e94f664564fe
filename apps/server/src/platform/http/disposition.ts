/** Shows images in the browser and saves everything else. The encoding makes every file name safe in a header. */
export const contentDisposition = (type: string, name: string): string =>
  `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

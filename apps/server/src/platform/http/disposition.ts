/** Pictures may be looked at in the browser, anything else is saved. Every spelling of a name is safe in a header this way. */
export const disposition = (type: string, name: string): string =>
  `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** The English texts of errors are in the contract; the catalogues of other languages have them by key. */
import { siteErrors } from '@hakiki/contract/errors';

export const toMessageKey = (code: string): string => `error_${code.toLowerCase()}`;

export const listErrorTexts = (errors: Partial<typeof siteErrors> = siteErrors): (readonly [string, string])[] =>
  Object.values(errors).flatMap((table) =>
    Object.entries<string | { message: string } | ((params: never) => string)>(table).flatMap(([code, error]) => {
      // A text with parameters is in the catalogue.
      const text = typeof error === 'object' ? error.message : error;
      return typeof text === 'string' ? [[toMessageKey(code), text] as const] : [];
    }),
  );

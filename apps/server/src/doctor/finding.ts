/** A problem in words that an operator understands, and how to fix it. */
export interface Finding {
  what: string;
  mend: string;
}

export const found = (what: string, mend: string): Finding[] => [{ what, mend }];

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error instanceof Error ? error.name : error);

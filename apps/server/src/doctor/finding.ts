/** What is wrong, in words that an operator understands, and what they can do about it now. */
export interface Finding {
  what: string;
  mend: string;
}

export const found = (what: string, mend: string): Finding[] => [{ what, mend }];

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error instanceof Error ? error.name : error);

/** A problem, described for an operator, and how to fix it. */
export interface Finding {
  what: string;
  remedy: string;
}

export const createFinding = (what: string, remedy: string): Finding[] => [{ what, remedy }];

export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error instanceof Error ? error.name : error);

/** Whether a statement failed because of this constraint or unique index; the query builder wraps what PostgreSQL said. */
export function violates(error: unknown, constraint: string): boolean {
  const cause: unknown = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { constraint?: string }).constraint === constraint;
}

/** Whether a statement violated this constraint or unique index. The query builder wraps PostgreSQL's error. */
export function isConstraintViolation(error: unknown, constraint: string): boolean {
  const cause: unknown = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { constraint?: string }).constraint === constraint;
}

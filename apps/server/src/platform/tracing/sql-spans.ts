/** Adds a span to each SQL statement, named by statement or by operation and table, without text and values. */
import { inSpan } from './span.ts';

interface SqlQuery {
  name?: string | undefined;
  text: string;
}

type QueryFunction = (statement: string | SqlQuery, ...args: unknown[]) => unknown;

const statementStart =
  /^\s*(?:(?<write>insert\s+into|update|delete\s+from)\s+(?:"?public"?\.)?"?(?<table>[a-z_]+)|(?<word>[a-z]+))/i;
/** Drizzle, which writes most statements, puts names in quotes. */
const fromTable = /\bfrom\s+"(?<table>[a-z_]+)"/i;

function toSpanName(statement: string | SqlQuery): string {
  if (typeof statement !== 'string' && statement.name) return statement.name;
  const text = typeof statement === 'string' ? statement : statement.text;
  const { write, table, word = '' } = statementStart.exec(text)?.groups ?? {};
  if (write) return `${write.toLowerCase().split(/\s/, 1)[0]} ${table}`;
  const from = word.toLowerCase() === 'select' ? fromTable.exec(text)?.groups?.['table'] : undefined;
  return [word.toLowerCase(), from].filter(Boolean).join(' ') || 'statement';
}

/** Includes the wait for a connection. The pool's own calls use a callback and already have a span. */
export function traceStatements(poolOrClient: object): void {
  const target = poolOrClient as { query: QueryFunction };
  const query = target.query.bind(target);
  target.query = (statement, ...args) =>
    typeof args.at(-1) === 'function'
      ? query(statement, ...args)
      : inSpan(
          {
            name: () => toSpanName(statement),
            kind: 'client',
            attributes: { 'db.system.name': 'postgresql' },
            requiresParent: true,
          },
          () => query(statement, ...args) as Promise<unknown>,
        );
}

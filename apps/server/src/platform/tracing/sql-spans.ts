/** Adds a span to each SQL statement, named by statement or by operation and table, without text and values. */
import { inSpan } from './span.ts';

interface Asked {
  name?: string | undefined;
  text: string;
}

type Query = (asked: string | Asked, ...rest: unknown[]) => unknown;

const written =
  /^\s*(?:(?<write>insert\s+into|update|delete\s+from)\s+(?:"?public"?\.)?"?(?<table>[a-z_]+)|(?<word>[a-z]+))/i;
/** Drizzle, which writes most statements, puts names in quotes. */
const readFrom = /\bfrom\s+"(?<table>[a-z_]+)"/i;

function nameOf(asked: string | Asked): string {
  if (typeof asked !== 'string' && asked.name) return asked.name;
  const text = typeof asked === 'string' ? asked : asked.text;
  const { write, table, word = '' } = written.exec(text)?.groups ?? {};
  if (write) return `${write.toLowerCase().split(/\s/, 1)[0]} ${table}`;
  const from = word.toLowerCase() === 'select' ? readFrom.exec(text)?.groups?.['table'] : undefined;
  return [word.toLowerCase(), from].filter(Boolean).join(' ') || 'statement';
}

/** Includes the wait for a connection. The pool's own calls use a callback and already have a span. */
export function spanStatements(asked: object): void {
  const target = asked as { query: Query };
  const query = target.query.bind(target);
  target.query = (statement, ...rest) =>
    typeof rest.at(-1) === 'function'
      ? query(statement, ...rest)
      : inSpan(
          {
            name: () => nameOf(statement),
            kind: 'client',
            attributes: { 'db.system.name': 'postgresql' },
            isPart: true,
          },
          () => query(statement, ...rest) as Promise<unknown>,
        );
}

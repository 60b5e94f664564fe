/** A span for each statement, by its name or by what it does to which table. Its text and its values stay here. */
import { inSpan } from './span.ts';

interface Asked {
  name?: string | undefined;
  text: string;
}

type Query = (asked: string | Asked, ...rest: unknown[]) => unknown;

const written =
  /^\s*(?:(?<write>insert\s+into|update|delete\s+from)\s+(?:"?public"?\.)?"?(?<table>[a-z_]+)|(?<word>[a-z]+))/i;
/** The library that writes most of them puts names in quotes. */
const readFrom = /\bfrom\s+"(?<table>[a-z_]+)"/i;

function nameOf(asked: string | Asked): string {
  if (typeof asked !== 'string' && asked.name) return asked.name;
  const text = typeof asked === 'string' ? asked : asked.text;
  const { write, table, word = '' } = written.exec(text)?.groups ?? {};
  if (write) return `${write.toLowerCase().split(/\s/, 1)[0]} ${table}`;
  const from = word.toLowerCase() === 'select' ? readFrom.exec(text)?.groups?.['table'] : undefined;
  return [word.toLowerCase(), from].filter(Boolean).join(' ') || 'statement';
}

/**
 * Of a pool and of its connections alike. Who waits for a connection waits within the span. The pool asks its connections with a
 * callback, on behalf of whoever comes next: such a statement has its span already.
 */
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

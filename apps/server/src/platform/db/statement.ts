/** Prepared statements: a fixed text under a name, which PostgreSQL parses and plans once per connection. */
import type { Statement, StatementName } from './database.ts';

/** Detects duplicates: on a connection that knows a name, PostgreSQL ignores the text. */
export const namedStatements = new Map<string, string>();

export function prepareStatement({ name, text }: { name: string; text: string }): Statement {
  const existing = namedStatements.get(name);
  if (existing !== undefined && existing !== text) throw new Error(`Two statements have the name ${name}.`);
  namedStatements.set(name, text);
  return { name: name as StatementName, text };
}

/** Prepared statements: a fixed text under a name, which PostgreSQL parses and plans once per connection. */
import type { Statement, StatementName } from './database.ts';

/** What each name stands for: on a connection that knows a name, PostgreSQL does not look at the text again. */
export const namedStatements = new Map<string, string>();

export function named({ name, text }: { name: string; text: string }): Statement {
  const known = namedStatements.get(name);
  if (known !== undefined && known !== text) throw new Error(`Two statements are called ${name}.`);
  namedStatements.set(name, text);
  return { name: name as StatementName, text };
}

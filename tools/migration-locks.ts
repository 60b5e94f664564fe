/**
 * Finds statements that lock a table in use. A migration runs while people read and write. A plain CREATE INDEX, a
 * constraint that is validated at once and a column that becomes required lock a whole table for as long as that takes:
 * on an existing table they are rejected, unless the statement says why it may lock.
 *
 *   -- may lock: the table holds a few dozen rows
 *   CREATE INDEX …
 *
 * Otherwise: CREATE INDEX CONCURRENTLY in a migration that begins with `-- outside a transaction`, and ADD CONSTRAINT …
 * NOT VALID followed by VALIDATE CONSTRAINT in a later one.
 */
interface Rule {
  pattern: RegExp;
  isSafe?: RegExp;
  reason: string;
}

const name = String.raw`(?:"?public"?\.)?"?(?<table>\w+)"?`;
const rules: readonly Rule[] = [
  {
    pattern: new RegExp(String.raw`\bcreate\s+(?:unique\s+)?index\b.*?\bon\s+(?:only\s+)?${name}`, 'is'),
    isSafe: /\bindex\s+concurrently\b/i,
    reason: 'builds an index and stops all writing meanwhile',
  },
  {
    pattern: new RegExp(
      String.raw`\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?${name}.*?\badd\s+constraint\b`,
      'is',
    ),
    isSafe: /\bnot\s+valid\b|\busing\s+index\b/i,
    reason: 'adds a constraint and checks every row meanwhile',
  },
  {
    pattern: new RegExp(
      String.raw`\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?${name}.*?\bset\s+not\s+null\b`,
      'is',
    ),
    reason: 'makes a column required and checks every row meanwhile',
  },
  {
    pattern: new RegExp(
      String.raw`\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?${name}.*?\bset\s+data\s+type\b`,
      'is',
    ),
    reason: 'changes the type of a column and may rewrite every row',
  },
];

const MAY_LOCK = /^-- may lock: \S.{9,}$/m;
const OUTSIDE = /^\s*-- outside a transaction\b/;
/** The migration does not run the bodies of functions. */
const bodies = /\$(\w*)\$.*?\$\1\$/gs;
const comments = /--.*$/gm;
const created = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(?:"?public"?\.)?"?(?<table>\w+)"?/gi;

export function findLocks(migration: string): string[] {
  const sql = migration.replaceAll(bodies, "''");
  const isNew = new Set([...sql.matchAll(created)].map((found) => found.groups!['table']));
  const problems = sql.split(';').flatMap((statement) => {
    if (MAY_LOCK.test(statement)) return [];
    const plain = statement.replaceAll(comments, '');
    return rules.flatMap(({ pattern, isSafe, reason }) => {
      const table = pattern.exec(plain)?.groups?.['table'];
      return !table || isNew.has(table) || isSafe?.test(plain) ? [] : [`${table}: ${reason}`];
    });
  });
  const isConcurrent = /\bconcurrently\b/i.test(sql.replaceAll(comments, ''));
  if (isConcurrent && !OUTSIDE.test(migration))
    problems.push('concurrently needs `-- outside a transaction` as the first line');
  return problems;
}

/**
 * Finds raw SQL that spells the name of another module's table. An import shows which tables a module reads; a name in
 * a string does not. So SQL takes the names of other modules from their tables (`${filed}` in drizzle,
 * `${quotedTableName(filed)}` in plain text).
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ForeignTableName {
  file: string;
  /** Table or view. */
  name: string;
  /** The module that owns it. */
  owner: string;
}

const source = 'apps/server/src';
const tableDeclarations = /\bpg(?:Table|View)\(\s*'([a-z_]+)'/g;
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Each table and view with its module. */
function readTableOwners(root: string): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of globSync(`${source}/modules/**/tables.ts`, { cwd: root })) {
    const owner = getModule(file)!;
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(tableDeclarations)) owners.set(name!, owner);
  }
  return owners;
}

const getModule = (file: string): string | undefined => /\/modules\/((?:moderation\/)?[^/]+)\//.exec(file)?.[1];

/** Tests may query any table; demo data and entry points belong to no module. */
export function findForeignTableNames(root: string): ForeignTableName[] {
  if (!existsSync(join(root, source))) return [];
  const owners = readTableOwners(root);
  if (owners.size === 0) return [];
  const name = `"?(${[...owners.keys()].join('|')})\\b"?`;
  const named = new RegExp(
    [
      `\\b(?:from|join|into|update|truncate|references|using|only|table)\\s+(?:public\\.)?${name}`,
      // A fragment with a table alias, as in `filings f join reports r`.
      `\\b${name}\\s+(?:as\\s+)?\\w+\\s+(?:(?:left|inner|cross|full)\\s+)?(?:join|where)\\b`,
      `\\btable:\\s*'${name}'`,
    ].join('|'),
    'gi',
  );
  return globSync(`${source}/{modules,platform}/**/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8').replaceAll(comments, '');
      const spelled = [...text.matchAll(named)].flatMap(([, ...names]) => names.find(Boolean)!.toLowerCase());
      return [...new Set(spelled)].flatMap((one) => {
        const owner = owners.get(one)!;
        return owner === getModule(file) ? [] : [{ file, name: one, owner }];
      });
    });
}

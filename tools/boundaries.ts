/**
 * Checks the import table over the whole workspace, also for tables named in SQL, and that every app was really
 * checked.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { importTable } from './import-table.ts';
import { findForeignTableNames } from './sql-names.ts';

/** A run without any module in one of these folders has checked nothing, and fails. */
const requiredFolders = ['apps/server', 'apps/web', 'packages/contract'];
const alsoChecked = ['e2e', 'bench', 'chaos', 'tools'];

const options: ICruiseOptions = {
  // TypeScript 7 has no JavaScript API: without another parser dependency-cruiser silently checks nothing.
  parser: 'swc',
  doNotFollow: { path: 'node_modules' },
  // Build output exists on some machines only.
  exclude: { path: ['(^|/)build/', '\\+types/', '^virtual:', '(^|/)\\.react-router/', '(^|/)paraglide/'] },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
};

interface BoundaryReport {
  moduleCount: number;
  violations: { rule: string; from: string; to: string; reason: string }[];
  unseen: string[];
}

export async function checkBoundaries(root: string): Promise<BoundaryReport> {
  const folders = [...requiredFolders, ...alsoChecked].filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
    ...options,
    ruleSet: { forbidden: importTable },
    validate: true,
    baseDir: root,
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of a result.');
  const report = summarise(output);
  return { ...report, violations: [...report.violations, ...listForeignTableNames(root)] };
}

/** Table names in SQL strings, which no import shows. */
const listForeignTableNames = (root: string): BoundaryReport['violations'] =>
  findForeignTableNames(root).map(({ file, name, owner }) => ({
    rule: 'sql-imports-what-it-names',
    from: file,
    to: `apps/server/src/modules/${owner}/tables.ts`,
    reason: `SQL here spells '${name}', which belongs to another module: import it and use quotedTableName or \`\${table}\`.`,
  }));

function summarise({ modules, summary }: ICruiseResult): BoundaryReport {
  const sources = modules.map((module) => module.source).filter((source) => !source.includes('node_modules/'));
  const reasons = new Map(importTable.map((rule) => [rule.name, rule.comment]));
  return {
    moduleCount: sources.length,
    violations: summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      from,
      to,
      reason: reasons.get(rule.name) ?? '',
    })),
    unseen: requiredFolders.filter((folder) => !sources.some((source) => source.startsWith(`${folder}/`))),
  };
}

if (import.meta.main) {
  const { moduleCount, violations, unseen } = await checkBoundaries(join(import.meta.dirname, '..'));
  for (const { rule, from, to, reason } of violations) console.error(`${from} → ${to}\n  ${rule}: ${reason}`);
  for (const folder of unseen) console.error(`${folder}: no module was found, so nothing was checked.`);
  console.log(`${moduleCount} modules, ${violations.length} forbidden imports`);
  if (violations.length > 0 || unseen.length > 0) process.exitCode = 1;
}

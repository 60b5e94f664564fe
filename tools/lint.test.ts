import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Each file breaks one rule; the second part of the pair is the rule that lint must report. */
const broken: Record<string, [source: string, rule: string]> = {
  'packages/contract/src/a.ts': ["import 'hono';", 'no-restricted-imports'],
  'apps/web/app/lib/a.ts': ["import '../screens/home/home.tsx';", 'no-restricted-imports'],
  'apps/web/app/lib/b.ts': ["import { z } from 'zod';\nz.string();", 'no-restricted-imports'],
  'apps/web/app/lib/c.ts': ["import '../../../server/src/app.ts';", 'no-restricted-imports'],
  'apps/web/app/components/ui/a.tsx': ["import '../provider-card.tsx';", 'no-restricted-imports'],
  'apps/web/app/components/ui/b.tsx': ["import '@hakiki/contract/directory';", 'no-restricted-imports'],
  'apps/web/app/screens/home/home.tsx': ["import '../directory/filters.tsx';", 'no-restricted-imports'],
  'apps/web/app/screens/admin/users/users.tsx': ["import '../triage/labels.tsx';", 'no-restricted-imports'],
  'apps/web/app/screens/admin/users/role.tsx': ["import '../console.tsx';", 'no-restricted-imports'],
  'apps/web/app/screens/admin/triage/labels.tsx': ["import '../../home/home.tsx';", 'no-restricted-imports'],
  'apps/web/app/screens/directory/a.tsx': ['export const A = () => <img src="/a.png" />;', 'alt-text'],
  'apps/server/src/platform/db/a.ts': ["import '../../modules/reviews/service.ts';", 'no-restricted-imports'],
  'apps/server/src/platform/log/a.ts': ["export const level = process.env['LOG_LEVEL'];", 'no-process-env'],
  'apps/server/src/modules/reviews/routes.ts': ["import 'hono';", 'no-restricted-imports'],
  'apps/server/src/modules/tomorrow/jobs.ts': ["console.log('done');", 'no-console'],
  'apps/server/src/modules/tomorrow/present.ts': [
    'export const show = ({ id, ...row }: { id: string }) => ({ id, found: row });',
    'present-by-name',
  ],
  'apps/server/src/modules/tomorrow/admin-present.ts': [
    'export const common = (row: object) => ({ ...row });',
    'present-by-name',
  ],
  'apps/server/src/modules/reviews/desk.ts': [
    'const rows: { of: object }[] = [];\nexport const presentAll = () => rows.map((row) => ({ ...row.of }));',
    'present-by-name',
  ],
  'apps/server/src/modules/reviews/routes.test.ts': [
    "import { expect, it } from 'vitest';\nit('answers', () => {\n  expect({ id: 1 }).toMatchObject({});\n});",
    'no-restricted-matchers',
  ],
  'apps/server/src/app.ts': ['const work = async () => {};\nwork();', 'no-floating-promises'],
};

const sound: Record<string, string> = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "jsx": "react-jsx", "noEmit": true } }',
  'packages/contract/src/sound.ts': "import 'zod/mini';\nimport './a.ts';",
  'apps/web/app/components/provider-card.tsx': "import './ui/a.tsx';",
  'apps/web/app/screens/directory/filters.tsx': "import '../../components/provider-card.tsx';\nimport './a.tsx';",
  'apps/web/app/screens/admin/console.tsx': "import './users/users.tsx';",
  'apps/web/app/screens/admin/parts/table.tsx': "import '../directory/queries.ts';",
  'apps/web/app/screens/admin/directory/queries.ts': "import '../parts/table.tsx';",
  'apps/server/src/platform/http/server.ts': "import 'hono';",
  'apps/server/src/platform/config/settings.ts': "export const level = process.env['LOG_LEVEL'];",
  'apps/server/src/modules/reviews/present.ts':
    "import { common } from './common.ts';\nconst rowColumns = { id: 1 };\nexport const columns = { ...rowColumns };\n" +
    'export const present = (row: { id: string }, isNew: boolean) => ({ ...common(row), id: row.id, ...(isNew && { isNew }) });',
  'apps/server/src/modules/reviews/common.ts': 'export const common = (row: object) => ({ ...row });',
  'apps/server/src/modules/tomorrow/store.ts': "import '../reviews/tables.ts';\nimport '../reviews/service.ts';",
  'apps/server/src/modules/tomorrow/routes.ts': "import './service.ts';\nimport '../reviews/service.ts';",
};

interface Diagnostic {
  filename: string;
  code: string;
  message: string;
}

let folder: string;
let diagnostics: Diagnostic[];

beforeAll(async () => {
  const root = join(import.meta.dirname, '..');
  folder = await mkdtemp(join(tmpdir(), 'hakiki-lint-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'tools'));
  for (const file of ['oxlint.config.ts', 'tools/lint-rules.ts']) await copyFile(join(root, file), join(folder, file));
  const files = { ...sound, ...Object.fromEntries(Object.entries(broken).map(([path, [source]]) => [path, source])) };
  for (const [path, source] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `${source}\n`);
  }
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, '--format=json', 'apps', 'packages'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  ({ diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] });
}, 30_000);

afterAll(() => rm(folder, { recursive: true }));

describe('lint', () => {
  it.each(Object.entries(broken))('reports the violation in %s', (path, [, rule]) => {
    const found = diagnostics.filter(({ filename }) => filename === path);
    expect(found.map(({ code }) => code)).toContainEqual(expect.stringContaining(`(${rule})`));
  });

  it('accepts files that follow the rules', () => {
    expect(diagnostics.filter(({ filename }) => filename in sound)).toEqual([]);
  });
});

import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { moduleOrder } from './import-table.ts';

/** A small codebase that follows the import table; each test breaks one rule. */
const validCodebase: Record<string, string> = {
  'package.json': JSON.stringify({ dependencies: { hono: '1', zod: '1' }, devDependencies: { vitest: '1' } }),
  'node_modules/hono/index.js': '',
  'node_modules/vitest/index.js': '',
  'node_modules/zod/index.js': '',
  'packages/contract/src/directory.ts': "import 'zod';",
  'packages/contract/src/entitlements.ts': '',
  'packages/contract/src/prices.ts': '',
  'apps/web/app/components/ui/button.tsx': 'export const Button = () => <button type="button" />;',
  'apps/web/app/components/provider-card.tsx': "import './ui/button.tsx';",
  'apps/web/app/screens/directory/directory.tsx':
    "import '../../components/provider-card.tsx'; import './filters.tsx';",
  'apps/web/app/screens/directory/filters.tsx': '',
  'apps/web/app/screens/provider/provider.tsx': '',
  'apps/web/app/screens/admin/console.tsx': "import './users/users.tsx';",
  'apps/web/app/screens/admin/overview/overview.tsx': "import '../triage/labels.tsx';",
  'apps/web/app/screens/admin/parts/table.tsx': "import '../triage/queries.ts';",
  'apps/web/app/screens/admin/triage/queries.ts': '',
  'apps/web/app/screens/admin/triage/labels.tsx': "import './queries.ts';",
  'apps/web/app/screens/admin/users/users.tsx': "import '../parts/table.tsx'; import '../triage/queries.ts';",
  'apps/web/content/index.ts': '',
  'apps/server/src/app.ts': "import './modules/directory/routes.ts'; import './modules/reviews/routes.ts';",
  'apps/server/src/platform/http/server.ts': "import 'hono';",
  'apps/server/src/platform/db/pool.ts': '',
  'apps/server/src/modules/accounts/service.ts': "import '../../../../../packages/contract/src/prices.ts';",
  'apps/server/src/modules/billing/service.ts': "import './store.ts'; import '../accounts/service.ts';",
  'apps/server/src/modules/billing/store.ts': "import './tables.ts'; const text = 'select from payments';",
  'apps/server/src/modules/billing/tables.ts': "export const payments = pgTable('payments', {});",
  'apps/server/src/modules/directory/routes.ts': "import './service.ts'; import '../../platform/http/server.ts';",
  'apps/server/src/modules/directory/service.ts': "import './store.ts';",
  'apps/server/src/modules/directory/store.ts': "import './tables.ts';",
  'apps/server/src/modules/directory/tables.ts':
    "export const providers = pgTable(\n  'providers', {}); export const listed = pgView('listed', {});",
  'apps/server/src/modules/directory/read-model.ts': "import './tables.ts';",
  'apps/server/src/modules/reviews/routes.ts': "import './service.ts';",
  'apps/server/src/modules/reviews/service.ts':
    "import './store.ts'; import type { A } from '../directory/service.ts';",
  'apps/server/src/modules/reviews/store.ts':
    "import './tables.ts'; import '../directory/read-model.ts'; /* reads from providers */ const text = `select from reviews r join ${providers} p`;",
  'apps/server/src/modules/reviews/tables.ts': "export const reviews = pgTable('reviews', {});",
  'apps/server/test/support/factories.ts': '',
  'e2e/find-a-provider.spec.ts': "import '../apps/server/test/support/factories.ts';",
};

let root: string;

async function build(files: Record<string, string>, folder = root) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

const makeFolder = () => mkdtemp(join(tmpdir(), 'hakiki-boundaries-'));

beforeEach(async () => {
  root = await makeFolder();
  await build(validCodebase);
});

afterEach(() => rm(root, { recursive: true }));

describe('the import table', () => {
  it('accepts a codebase that follows the import table', async () => {
    const report = await checkBoundaries(root);
    expect(report.violations).toEqual([]);
    expect(report.unseen).toEqual([]);
    expect(report.moduleCount).toBeGreaterThan(15);
  });

  it.each([
    ['contract-imports-zod-alone', 'packages/contract/src/directory.ts', "import 'hono';"],
    ['contract-imports-zod-alone', 'packages/contract/src/directory.ts', "import 'node:fs';"],
    ['contract-knows-no-app', 'packages/contract/src/a.test.ts', "import '../../../apps/server/src/app.ts';"],
    ['web-leaves-server-alone', 'apps/web/app/lib/api.ts', "import '../../../server/src/platform/db/pool.ts';"],
    ['server-leaves-web-alone', 'apps/server/src/main.ts', "import '../../web/app/screens/provider/provider.tsx';"],
    ['ui-knows-no-area', 'apps/web/app/components/ui/card.tsx', "import '../provider-card.tsx';"],
    [
      'ui-knows-no-area',
      'apps/web/app/components/ui/card.tsx',
      "import '../../../../../packages/contract/src/directory.ts';",
    ],
    ['components-and-lib-know-no-screen', 'apps/web/app/lib/a.ts', "import '../screens/provider/provider.tsx';"],
    ['screens-keep-to-their-area', 'apps/web/app/screens/provider/provider.tsx', "import '../directory/filters.tsx';"],
    ['console-sections-meet-in-parts', 'apps/web/app/screens/admin/users/users.tsx', "import '../triage/labels.tsx';"],
    ['console-sections-meet-in-parts', 'apps/web/app/screens/admin/users/users.tsx', "import '../console.tsx';"],
    ['console-sections-meet-in-parts', 'apps/web/app/screens/admin/parts/table.tsx', "import '../triage/labels.tsx';"],
    ['content-stands-alone', 'apps/web/content/index.ts', "import '../app/screens/provider/provider.tsx';"],
    ['platform-knows-no-module', 'apps/server/src/platform/db/pool.ts', "import '../../modules/reviews/service.ts';"],
    ['modules-meet-at-the-service', 'apps/server/src/modules/reviews/service.ts', "import '../directory/store.ts';"],
    ['modules-meet-at-the-service', 'apps/server/src/modules/tomorrow/service.ts', "import '../directory/routes.ts';"],
    [
      'foreign-tables-only-for-foreign-keys',
      'apps/server/src/modules/reviews/service.ts',
      "import '../directory/tables.ts';",
    ],
    ['directory-uses-lower-modules', 'apps/server/src/modules/directory/store.ts', "import '../reviews/tables.ts';"],
    [
      'audit-uses-lower-modules',
      'apps/server/src/modules/audit/service.ts',
      "import type { A } from '../directory/service.ts';",
    ],
    [
      'read-models-only-in-a-store',
      'apps/server/src/modules/reviews/service.ts',
      "import '../directory/read-model.ts';",
    ],
    ['service-knows-no-floor-above', 'apps/server/src/modules/reviews/service.ts', "import './routes.ts';"],
    ['store-knows-no-floor-above', 'apps/server/src/modules/reviews/store.ts', "import './service.ts';"],
    ['tables-knows-no-floor-above', 'apps/server/src/modules/reviews/tables.ts', "import './store.ts';"],
    ['routes-ask-the-service', 'apps/server/src/modules/reviews/routes.ts', "import './store.ts';"],
    ['modules-know-no-entry', 'apps/server/src/modules/reviews/service.ts', "import '../../app.ts';"],
    [
      'only-platform-http-knows-hono',
      'apps/server/src/modules/reviews/routes.ts',
      "import type { Context } from 'hono';",
    ],
    ['e2e-knows-the-running-product', 'e2e/a.spec.ts', "import '../apps/server/src/app.ts';"],
    ['product-needs-no-dev-dependency', 'apps/server/src/platform/db/pool.ts', "import 'vitest';"],
    ['every-import-resolves', 'apps/web/app/lib/api.ts', "import './gone.ts';"],
  ])('rejects a violation of %s in %s: %s', async (rule, path, text) => {
    await build({ [path]: text });
    const { violations } = await checkBoundaries(root);
    expect(violations).toContainEqual(
      expect.objectContaining({ rule, from: path, reason: expect.stringMatching(/\w/) }),
    );
  });

  it.each([
    'select p.id from providers p',
    'select from reviews r left join "providers" p on true',
    'update providers set rating = 5',
    'insert into public.providers values (1)',
    'providers p join reviews r on r.provider_id = p.id',
    'select from listed',
  ])('rejects SQL that spells the name of another module’s table: %s', async (text) => {
    const path = 'apps/server/src/modules/reviews/store.ts';
    await build({ [path]: `import { providers } from '../directory/read-model.ts'; const text = \`${text}\`;` });
    expect((await checkBoundaries(root)).violations).toEqual([
      {
        rule: 'sql-imports-what-it-names',
        from: path,
        to: 'apps/server/src/modules/directory/tables.ts',
        reason: expect.stringContaining(text.includes('listed') ? "'listed'" : "'providers'"),
      },
    ]);
  });

  it('the order of modules names every module once', () => {
    const files = globSync('**/*.ts', { cwd: join(import.meta.dirname, '../apps/server/src/modules') });
    const names = new Set(files.map((file) => /^(?:moderation\/)?[^/]+/.exec(file)![0]));
    expect(moduleOrder.toSorted()).toEqual([...names].toSorted());
  });

  const modules = moduleOrder.filter((name) => !['accounts', 'billing'].includes(name));
  const toRelative = (module: string) => (module.includes('/') ? '../..' : '..');
  const toFolder = (module: string) => `apps/server/src/modules/${module}`;
  const createBillingImports = (module: string) => ({
    [`${toFolder(module)}/service.ts`]: `import '${toRelative(module)}/billing/service.ts';`,
    [`${toFolder(module)}/listing-sql.ts`]: `import '${toRelative(module)}/billing/tables.ts'; import '${toRelative(module)}/../../../../packages/contract/src/prices.ts';`,
    [`${toFolder(module)}/store.ts`]:
      'const text = `select from providers p join payments on payments.user_id = p.owner`;',
    ...(module !== 'dashboard' && {
      [`${toFolder(module)}/present.ts`]: `import '${toRelative(module)}/../../../../packages/contract/src/entitlements.ts';`,
    }),
  });

  describe('imports of billing in every module', () => {
    let violations: Awaited<ReturnType<typeof checkBoundaries>>['violations'];
    beforeAll(async () => {
      const folder = await makeFolder();
      await build(validCodebase, folder);
      for (const module of modules) await build(createBillingImports(module), folder);
      ({ violations } = await checkBoundaries(folder));
      await rm(folder, { recursive: true });
    });

    it.each(modules)('rejects imports and SQL names of billing in %s [VERD-12]', (name) => {
      const files = `${toFolder(name)}/`;
      const found = violations
        .filter(({ from, to }) => from.startsWith(files) && /billing|prices|entitlements/.test(to))
        .filter(({ rule }) => !rule.endsWith('-uses-lower-modules'))
        .map(({ rule, from, to }) => `${rule}: ${from.slice(files.length)} to ${to.split('/').slice(-2).join('/')}`);
      expect(found.toSorted()).toEqual([
        'foreign-tables-only-for-foreign-keys: listing-sql.ts to billing/tables.ts',
        'money-decides-nothing: listing-sql.ts to billing/tables.ts',
        'money-decides-nothing: listing-sql.ts to src/prices.ts',
        'money-decides-nothing: service.ts to billing/service.ts',
        ...(name === 'dashboard' ? [] : ['plans-decide-nothing: present.ts to src/entitlements.ts']),
        'sql-imports-what-it-names: store.ts to billing/tables.ts',
      ]);
    });
  });

  it('the rule covers the modules that rank, rate, list and decide; `npm run boundaries` checks them [VERD-12]', () => {
    const rank = ['directory', 'reviews', 'reports', 'lookup', 'filings', 'dashboard', 'indicators'];
    const decide = ['licences', 'moderation/cases', 'moderation/queue', 'moderation/workflow'];
    expect(modules).toEqual(expect.arrayContaining([...rank, ...decide]));
  });

  it('rejects two files that import each other', async () => {
    await build({ 'apps/web/app/screens/directory/filters.tsx': "import './directory.tsx';" });
    expect((await checkBoundaries(root)).violations.map(({ rule }) => rule)).toEqual(['no-circle']);
  });

  it('reports an app that was not checked', async () => {
    await rm(join(root, 'apps/web'), { recursive: true });
    expect((await checkBoundaries(root)).unseen).toEqual(['apps/web']);
  });
});

/**
 * Lint rules, also shown in the editor. The import rules of the site (docs/architecture.md) are built here from the
 * existing folders, so a new area is covered from its first day; tools/import-table.ts checks all import rules over
 * resolved paths.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type OxlintOverride } from 'oxlint';

/** A regular expression without look-around (oxlint ignores one that it cannot parse), or globs with exceptions. */
type Restriction = { message: string } & ({ regex: string } | { group: string[] });

const foldersIn = (path: string): string[] => {
  const absolute = join(import.meta.dirname, path);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
};

const joinExcept = (all: string[], one: string): string => all.filter((name) => name !== one).join('|');

/** A later override replaces an earlier one for the same rule, so each one states the whole list for its folder. */
const imports = (files: string[], restrictions: Restriction[], excludeFiles: string[] = []): OxlintOverride => ({
  files,
  excludeFiles,
  rules: { 'no-restricted-imports': ['error', { patterns: restrictions }] },
});

const lightZod: Restriction = {
  regex: '^zod$',
  message: "Use 'zod/mini': the full zod costs a page 20 kB.",
};
const noServer: Restriction = {
  regex: '(^|/)apps/server/|^@hakiki/server|/server/src/',
  message: 'The site knows the server only through the contract.',
};
const noWeb: Restriction = {
  regex: '(^|/)apps/web/|^@hakiki/web|/web/app/',
  message: 'The server knows the site only as the built handler.',
};
const noHttpLibrary: Restriction = {
  regex: '^(@hono/|hono($|/))',
  message: 'Only platform/http knows the HTTP library.',
};
const noScreens: Restriction = {
  regex: '(^|/)screens/',
  message: 'Shared pieces know no screen: pass it in, or move the piece beside its screen.',
};
const noModuleImports: Restriction = {
  regex: '(^|/)modules/',
  message: 'The platform must not import modules: every module uses it.',
};

const screenAreas = foldersIn('apps/web/app/screens');
const consoleSections = foldersIn('apps/web/app/screens/admin');

const restrictScreens = (area: string, levelsUp = 1): Restriction[] => [
  lightZod,
  noServer,
  {
    regex: `^(\\.\\./){${levelsUp},}(screens/)?(${joinExcept(screenAreas, area)})/`,
    message: `A part that screens/${area} shares with another area belongs in components/.`,
  },
];

const screens = screenAreas
  .filter((area) => joinExcept(screenAreas, area))
  .map((area) => imports([`apps/web/app/screens/${area}/**`], restrictScreens(area)));

/** All files of a console section except its queries: a mutation of another section may invalidate them. */
const listPrivateFiles = (section: string): string => {
  const files = readdirSync(join(import.meta.dirname, 'apps/web/app/screens/admin', section));
  return `${section}/(${files.filter((file) => file !== 'queries.ts').join('|')})`;
};

const consoleScreens = consoleSections.flatMap((section) => {
  const files = [`apps/web/app/screens/admin/${section}/**`];
  const others = consoleSections.filter((name) => name !== section && name !== 'parts').map(listPrivateFiles);
  const restriction: Restriction = {
    regex: `^\\.\\./(${[...others, '[^/]+'].join('|')})$`,
    message: `What admin/${section} shares with another section of the console belongs in admin/parts/.`,
  };
  return [
    imports(files, restrictScreens('admin', 2)),
    // The overview shows parts of several sections.
    imports(files, [...restrictScreens('admin', 2), restriction], ['**/*.test.tsx', '**/overview/overview.tsx']),
  ];
});

/** `npm run boundaries` checks what the modules import of each other. */
const modules = [imports(['apps/server/src/modules/**'], [noWeb, noHttpLibrary])];

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'react', 'jsx-a11y'],
  jsPlugins: ['./tools/lint-rules.ts'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: [
    '**/build/**',
    '**/.react-router/**',
    'apps/web/app/paraglide/**',
    'apps/server/migrations/**',
    'packages/client/{dist/**,src/v1.ts}',
  ],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    eqeqeq: 'error',
    'no-console': 'off',
    'no-var': 'error',
    'prefer-const': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    // The compiler already checks that each case of a union returns.
    'typescript/consistent-return': 'off',
    // A branded type has a type parameter that appears once, and is created by a type assertion.
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    // Spreading a string into code points is intended.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    // zod/mini calls its default `_default`, and some good names are reserved words.
    'no-underscore-dangle': 'off',
    // Sequential awaits are often intended: a queue, a migration, the steps of a test.
    'no-await-in-loop': 'off',
    // Repeating an outer name reads better here than an invented synonym.
    'no-shadow': 'off',
    // `toSorted` is missing in the browsers of older phones.
    'unicorn/no-array-sort': 'off',
    // The condition changes while the loop awaits.
    'no-unmodified-loop-condition': 'off',
    // A small function stays where it is used.
    'unicorn/consistent-function-scoping': 'off',
    'oxc/no-map-spread': 'off',
    // Long word lists are written in rows.
    'unicorn/no-useless-spread': 'off',
    'promise/always-return': 'off',
    // CommonJS packages offer both, and `pg.Pool` is clearer than `Pool`.
    'import/no-named-as-default-member': 'off',
    'import/no-named-as-default': 'off',
    'import/no-unassigned-import': 'off',
  },
  overrides: [
    {
      files: ['apps/server/src/**'],
      excludeFiles: ['apps/server/src/platform/config/**', '**/*.test.ts'],
      rules: { 'node/no-process-env': 'error' },
    },
    {
      files: ['apps/server/src/**'],
      excludeFiles: ['apps/server/src/{main,worker}.ts', 'apps/server/src/seed/**', '**/*.test.ts'],
      rules: { 'no-console': 'error' },
    },
    {
      files: ['apps/server/src/modules/**'],
      excludeFiles: ['**/*.test.ts'],
      rules: { 'repo/present-by-name': 'error' },
    },
    {
      files: ['apps/web/app/**'],
      rules: { 'no-console': 'error', 'node/no-process-env': 'error' },
    },
    // A longer component has a part to be named, or a hook.
    {
      files: ['apps/web/app/**/*.tsx'],
      excludeFiles: ['**/*.test.tsx'],
      rules: { 'max-lines-per-function': ['error', { max: 150 }] },
    },
    {
      files: ['apps/web/app/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: { 'max-lines-per-function': ['error', { max: 120 }] },
    },
    {
      files: ['apps/web/**'],
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/jsx-key': 'error',
        'react/jsx-no-target-blank': 'error',
        'react/button-has-type': 'error',
        'react/no-danger': 'error',
        // The compiler adds the import of React.
        'react/react-in-jsx-scope': 'off',
        // An empty href reloads this page: a retry without scripts.
        'jsx-a11y/anchor-is-valid': ['error', { aspects: ['noHref', 'preferButton'] }],
        // Static texts of a page have no identity except their position.
        'react/no-array-index-key': 'off',
        // A live region is a role; `output` is for results of a form.
        'jsx-a11y/prefer-tag-over-role': 'off',
        // These rules are for the React compiler, which we do not use; exhaustive-deps stays.
        'react/purity': 'off',
        'react/exhaustive-effect-dependencies': 'off',
        // In a tab list the tab has the focus, and a toast stays while the pointer is on it.
        'jsx-a11y/interactive-supports-focus': 'off',
        'jsx-a11y/no-noninteractive-element-interactions': 'off',
        // React Router uses thrown Responses.
        'typescript/only-throw-error': 'off',
      },
    },
    { files: ['apps/web/app/entry.server.tsx'], rules: { 'no-console': 'off' } },
    {
      // The framework and the tools find these files by their default export.
      files: [
        'apps/web/app/{root,routes,entry.client,entry.server}.{ts,tsx}',
        'apps/web/app/screens/**/*.tsx',
        'apps/server/test/global.ts',
        'apps/web/test/environment.ts',
        'e2e/support/start-product.ts',
        '**/*.config.ts',
        'tools/lint-rules.ts',
      ],
      rules: { 'import/no-default-export': 'off', 'unicorn/filename-case': 'off' },
    },
    {
      files: ['**/*.test.{ts,tsx}', 'apps/*/test/**', 'e2e/**'],
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'vitest'],
      rules: {
        // The second argument is the message of a failure.
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
        'vitest/require-to-throw-message': 'off',
        'vitest/require-mock-type-parameters': 'off',
        // `if (…) return expect.unreachable()` narrows a type and fails loudly.
        'vitest/no-conditional-expect': 'off',
        'vitest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['afterEach'] }],
        // The small servers of tests have async handlers.
        'typescript/no-misused-promises': 'off',
        'vitest/no-focused-tests': 'error',
        'vitest/no-disabled-tests': 'error',
      },
    },
    {
      // toMatchObject ignores additional fields: a reply once contained a password hash.
      files: ['apps/server/**/*{routes,service,cross-site-writes}.test.ts', 'apps/server/test/**/*.test.ts'],
      plugins: ['vitest'],
      rules: {
        'vitest/no-restricted-matchers': [
          'error',
          {
            toMatchObject:
              'Compare the whole reply with toEqual; the helper in test/support/expected-replies.ts names its fields.',
          },
        ],
      },
    },
    imports(
      ['packages/contract/**'],
      [{ group: ['*', '!./*', '!zod/mini'], message: 'The contract imports zod/mini alone.' }],
      ['**/*.test.ts'],
    ),
    imports(['apps/web/**'], [lightZod, noServer]),
    imports(['apps/web/app/{components,lib}/**'], [lightZod, noServer, noScreens]),
    imports(
      ['apps/web/app/components/ui/**'],
      [
        lightZod,
        noServer,
        noScreens,
        {
          regex: '^@hakiki/|^\\.\\./',
          message: 'The design system knows no area, no contract and no product component.',
        },
      ],
    ),
    imports(['apps/server/**'], [noWeb, noHttpLibrary]),
    imports(['apps/server/src/platform/**'], [noWeb, noHttpLibrary, noModuleImports]),
    imports(['apps/server/src/platform/http/**'], [noWeb, noModuleImports]),
    ...screens,
    ...consoleScreens,
    ...modules,
  ],
});

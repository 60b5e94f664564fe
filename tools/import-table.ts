/**
 * The import table (docs/architecture.md), checked over resolved paths. `$1` is the area of the importing file, so a
 * new area is covered without a change here.
 */
import type { IForbiddenRuleType } from 'dependency-cruiser';

const test = '\\.test\\.tsx?$';
const server = '^apps/server/src/';
/** The server's modules from bottom to top: a module may use those before it. The order of a line is free. */
export const moduleOrder = [
  'audit',
  'accounts',
  ...['moderation/workflow', 'webhooks'],
  ...['billing', 'contact', 'intake'],
  ...['contact-access', 'directory', 'evidence', 'indicators'],
  'families',
  ...['licences', 'news', 'reports', 'reviews', 'sources'],
  'check',
  ...[
    'business',
    'dashboard',
    'early-warning',
    'lookup',
    'moderation/appeals',
    'moderation/disputes',
    'public-api',
    'regtech',
    'rescue',
  ],
  ...[
    'filings',
    'moderation/decision-log',
    'moderation/history',
    'moderation/masks',
    'mcp',
    'open-data',
    'public-forms',
  ],
  ...['chat', 'moderation/cases', 'site'],
  ...['alarms', 'moderation/queue'],
  'moderation/tasks',
];
const moduleName = '(?:moderation/)?[^/]+';
const modulePath = `${server}modules/(${moduleName})/`;
const layers = ['routes', 'service', 'store', 'tables'];
/** Files with parts of a large store's queries. */
const storePartNames = 'sql|lists?';
const toLayerPath = (names: string) => `${server}modules/.+[/-](${names})\\.ts$`;
const site = '^apps/web/app/';
const consolePath = `${site}screens/admin/`;

export const importTable: (IForbiddenRuleType & { name: string; comment: string })[] = [
  {
    name: 'contract-imports-zod-alone',
    comment: 'Browser, server and tests all import the contract, so it may depend on zod only.',
    from: { path: '^packages/contract/', pathNot: test },
    to: { pathNot: ['^packages/contract/', '(^|/)node_modules/zod/'] },
  },
  {
    name: 'contract-knows-no-app',
    comment: 'The contract is shared by the apps; it cannot depend on one of them, not even in a test.',
    from: { path: '^packages/contract/' },
    to: { path: '^(apps|e2e|bench|chaos|tools)/' },
  },
  {
    name: 'web-leaves-server-alone',
    comment: 'The site calls the API, in this process or over HTTP. It has no database access.',
    from: { path: '^apps/web/' },
    to: { path: '^apps/server/' },
  },
  {
    name: 'server-leaves-web-alone',
    comment: 'The server knows the site only as the built handler.',
    from: { path: '^apps/server/' },
    to: { path: '^apps/web/', pathNot: '^apps/web/build/' },
  },
  {
    name: 'ui-knows-no-area',
    comment: 'The design system is React and styling. What knows the product lives in components/.',
    from: { path: `${site}components/ui/` },
    to: { path: ['^packages/contract/', '^apps/web/content/', `${site}(?!components/ui/)`] },
  },
  {
    name: 'components-and-lib-know-no-screen',
    comment: 'Shared components must not import screens.',
    from: { path: `${site}(components|lib)/` },
    to: { path: `${site}(screens/|routes\\.ts|root\\.tsx|entry\\.)` },
  },
  {
    name: 'screens-keep-to-their-area',
    comment: 'A component that a second area uses moves to components/.',
    from: { path: `${site}screens/([^/]+)/` },
    to: { path: `${site}screens/[^/]+/`, pathNot: `${site}screens/$1/` },
  },
  {
    name: 'console-sections-meet-in-parts',
    comment:
      "Code that two console sections share moves to parts/. A mutation invalidates queries of other sections, so all sections may import a section's queries; overview.tsx shows parts of several sections.",
    from: { path: `${consolePath}([^/]+)/`, pathNot: [test, `${consolePath}overview/overview\\.tsx$`] },
    to: { path: consolePath, pathNot: [`${consolePath}($1|parts)/`, `${consolePath}[^/]+/queries\\.ts$`] },
  },
  {
    name: 'content-stands-alone',
    comment: 'The long texts are data for a loader; they may use a number of the contract.',
    from: { path: '^apps/web/content/', pathNot: test },
    to: { pathNot: ['^apps/web/content/', '^packages/contract/'] },
  },
  {
    name: 'platform-knows-no-module',
    comment: 'All modules use the platform; it must not import a module.',
    from: { path: `${server}platform/` },
    to: { path: `${server}(modules/|app\\.ts|main\\.ts|worker\\.ts|seed/)` },
  },
  {
    name: 'modules-meet-at-the-service',
    comment:
      'A module calls another module only through its service; routes and store are private. A store may join what another module publishes in its read model.',
    from: { path: modulePath },
    to: {
      path: `${server}modules/`,
      pathNot: [`${server}modules/$1/`, '/(service|ports|read-model|tables)\\.ts$'],
    },
  },
  {
    name: 'foreign-tables-only-for-foreign-keys',
    comment: 'Other modules read what the owner of a table publishes in its read model.',
    from: { path: modulePath, pathNot: [toLayerPath('tables'), test] },
    to: { path: `${server}modules/.+/tables\\.ts$`, pathNot: `${server}modules/$1/` },
  },
  {
    name: 'read-models-only-in-a-store',
    comment: 'Only a store queries what another module publishes.',
    from: { path: modulePath, pathNot: [toLayerPath(`store|${storePartNames}`), test] },
    to: { path: `${server}modules/.+/read-model\\.ts$`, pathNot: `${server}modules/$1/` },
  },
  ...moduleOrder.slice(0, -1).map((name, place) => ({
    name: `${name}-uses-lower-modules`,
    comment: 'Modules have an order (`moduleOrder`), so that there is no cycle between them.',
    from: { path: `${server}modules/${name}/`, pathNot: test },
    to: { path: moduleOrder.slice(place + 1).map((higher) => `${server}modules/${higher}/`) },
  })),
  {
    name: 'money-decides-nothing',
    comment:
      'Code that ranks, rates, lists or decides must not know prices or payments. Accounts store the plans, billing the payments.',
    from: { path: `${server}modules/`, pathNot: [`${server}modules/(accounts|billing)/`, test] },
    to: { path: [`${server}modules/billing/`, '^packages/contract/src/prices\\.ts$'] },
  },
  {
    name: 'plans-decide-nothing',
    comment:
      'The contract checks entitlements at the endpoint; a module uses them only for the statistics that members see of themselves.',
    from: { path: `${server}modules/`, pathNot: [`${server}modules/(accounts|billing|dashboard)/`, test] },
    to: { path: '^packages/contract/src/entitlements\\.ts$' },
  },
  ...['service', 'store', 'tables'].map((name, place) => ({
    name: `${name}-knows-no-floor-above`,
    comment: 'routes → service → store → tables, always downwards.',
    from: { path: toLayerPath(name) },
    to: { path: toLayerPath(layers.slice(0, place + 1).join('|')) },
  })),
  {
    name: 'routes-ask-the-service',
    comment: 'A route only connects; rules and queries are in the service and the store.',
    from: { path: toLayerPath('routes') },
    to: { path: toLayerPath('store|tables') },
  },
  {
    name: 'modules-know-no-entry',
    comment: 'app.ts lists the modules and the entry points connect them; modules import neither.',
    from: { path: `${server}modules/`, pathNot: test },
    to: { path: `${server}(app|main|worker)\\.ts$` },
  },
  {
    name: 'only-platform-http-knows-hono',
    comment: 'The HTTP library stays replaceable.',
    from: { pathNot: `${server}platform/http/` },
    to: { path: '(^|/)node_modules/(hono|@hono)/' },
  },
  {
    name: 'e2e-knows-the-running-product',
    comment: 'E2e tests may import only the contract, the test factories, and the tools that start the product.',
    from: { path: '^e2e/' },
    to: { path: '^(apps|bench|chaos)/', pathNot: ['^apps/server/test/', '^apps/server/src/seed/'] },
  },
  {
    name: 'product-needs-no-dev-dependency',
    comment: 'Production code must not import development dependencies.',
    from: { path: server, pathNot: test },
    to: { dependencyTypes: ['npm-dev'] },
  },
  {
    name: 'no-circle',
    comment: 'Two files that import each other should be one file, or share a third one.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'every-import-resolves',
    comment: 'An import that cannot be resolved cannot be checked.',
    from: {},
    to: { couldNotResolve: true },
  },
];

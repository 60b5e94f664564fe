/**
 * The import table (docs/architecture.md), checked over resolved paths. `$1` is the area of the importing file, so a
 * new area is covered without a change here.
 */
import type { IForbiddenRuleType } from 'dependency-cruiser';

const test = '\\.test\\.tsx?$';
const server = '^apps/server/src/';
const room = `${server}modules/([^/]+)/`;
const floors = ['routes', 'service', 'store', 'tables'];
/** Files with parts of a large store's queries. */
const partsOfStores = 'sql|lists?';
const floor = (names: string) => `${server}modules/.+[/-](${names})\\.ts$`;
const site = '^apps/web/app/';
const console = `${site}screens/admin/`;

export const importTable: (IForbiddenRuleType & { name: string; comment: string })[] = [
  {
    name: 'contract-imports-zod-alone',
    comment: 'Browser, server and tests all read the contract, so it may need nothing but zod.',
    from: { path: '^packages/contract/', pathNot: test },
    to: { pathNot: ['^packages/contract/', '(^|/)node_modules/zod/'] },
  },
  {
    name: 'contract-knows-no-app',
    comment: 'The contract is what the apps agree on; it cannot depend on one of them, not even in a test.',
    from: { path: '^packages/contract/' },
    to: { path: '^(apps|e2e|bench|siege|tools)/' },
  },
  {
    name: 'web-leaves-server-alone',
    comment: 'The site asks the API, in this process or over the wire. It has no database.',
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
    comment: 'Shared pieces serve every screen and know none.',
    from: { path: `${site}(components|lib)/` },
    to: { path: `${site}(screens/|routes\\.ts|root\\.tsx|entry\\.)` },
  },
  {
    name: 'screens-keep-to-their-area',
    comment: 'A part with a second area as its user moves up to components/.',
    from: { path: `${site}screens/([^/]+)/` },
    to: { path: `${site}screens/[^/]+/`, pathNot: `${site}screens/$1/` },
  },
  {
    name: 'console-rooms-meet-in-parts',
    comment:
      "What two rooms of the console show moves to parts/. A write names the reads of other rooms that it makes stale, so a room's reads.ts is open to all; overview.tsx shows pieces of several rooms.",
    from: { path: `${console}([^/]+)/`, pathNot: [test, `${console}overview/overview\\.tsx$`] },
    to: { path: console, pathNot: [`${console}($1|parts)/`, `${console}[^/]+/reads\\.ts$`] },
  },
  {
    name: 'content-stands-alone',
    comment: 'The long texts are data for a loader; they may quote a figure of the contract.',
    from: { path: '^apps/web/content/', pathNot: test },
    to: { pathNot: ['^apps/web/content/', '^packages/contract/'] },
  },
  {
    name: 'platform-knows-no-module',
    comment: 'The platform serves every room and knows none.',
    from: { path: `${server}platform/` },
    to: { path: `${server}(modules/|app\\.ts|main\\.ts|worker\\.ts|seed/)` },
  },
  {
    name: 'modules-meet-at-the-service',
    comment:
      "Another area is called through its service; its routes and its store are its own. A store may join another area's tables.",
    from: { path: room },
    to: { path: `${server}modules/[^/]+/`, pathNot: [`${server}modules/$1/`, '/service\\.ts$', '/tables\\.ts$'] },
  },
  {
    name: 'foreign-tables-only-in-a-store',
    comment: "Only a store joins another area's tables, and only tables reference them.",
    from: { path: room, pathNot: [floor(`store|${partsOfStores}|tables`), test] },
    to: { path: `${server}modules/[^/]+/tables\\.ts$`, pathNot: `${server}modules/$1/` },
  },
  {
    name: 'money-decides-nothing',
    comment:
      'What ranks, rates, lists or decides knows neither prices nor who paid. Accounts keep the plans, billing the payments.',
    from: { path: `${server}modules/`, pathNot: [`${server}modules/(accounts|billing)/`, test] },
    to: { path: [`${server}modules/billing/`, '^packages/contract/src/prices\\.ts$'] },
  },
  {
    name: 'plans-decide-nothing',
    comment:
      'What a plan includes is asked by the contract at the door; in a room only for the figures a member sees of themselves.',
    from: { path: `${server}modules/`, pathNot: [`${server}modules/(accounts|billing|dashboard)/`, test] },
    to: { path: '^packages/contract/src/entitlements\\.ts$' },
  },
  ...['service', 'store', 'tables'].map((name, place) => ({
    name: `${name}-knows-no-floor-above`,
    comment: 'routes → service → store → tables, always downwards.',
    from: { path: floor(name) },
    to: { path: floor(floors.slice(0, place + 1).join('|')) },
  })),
  {
    name: 'routes-ask-the-service',
    comment: 'A route connects; the rule and the query are behind the service.',
    from: { path: floor('routes') },
    to: { path: floor('store|tables') },
  },
  {
    name: 'modules-know-no-entry',
    comment: 'app.ts lists the modules and the entries wire them; nothing points back.',
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
    comment: 'Journeys see what a person sees: the contract, the makers, and the tools that start the product.',
    from: { path: '^e2e/' },
    to: { path: '^(apps|bench|siege)/', pathNot: ['^apps/server/test/', '^apps/server/src/seed/'] },
  },
  {
    name: 'product-needs-no-dev-dependency',
    comment: 'What runs in production is installed in production.',
    from: { path: server, pathNot: test },
    to: { dependencyTypes: ['npm-dev'] },
  },
  {
    name: 'no-circle',
    comment: 'Two files that need each other are one file, or hide a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'every-import-resolves',
    comment: 'An import that cannot be followed cannot be checked.',
    from: {},
    to: { couldNotResolve: true },
  },
];

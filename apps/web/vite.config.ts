import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { textsOfBuildFolder } from './compile-texts.ts';
import { liveTexts } from './live-texts.ts';
import { oneLanguage } from './one-language.ts';
import { precompress } from './precompress.ts';
import { secondPass } from './second-pass.ts';

/** What many pages use; of the contract only tables of values, never its schemas. */
const shared =
  /apps\/web\/(?:\.react-router\/)?app\/(?:components|lib|paraglide)\/|contract\/src\/(?:alert-announcing|countries|entitlements|limits|risk|site|\w+-values)\.ts/;
/** What shows a form and handles its submit, by the names of its files and texts: also on a page that is mostly read. */
const ofFields = new RegExp(
  '/app/(?:' +
    'lib/forms/(?:values|use-form)\\.|' +
    'components/(?:forms/form|ui/(?:callout|error-summary|field))\\.|' +
    'paraglide/messages/form_(?!show|stars))',
);
/** A form that is fetched when someone begins to write, and the stars that people give. */
const ofLightForms = new RegExp(
  '/app/(?:' +
    'lib/forms/late-proof-of-work\\.|' +
    'components/(?:forms/stars|ui/stars-field)\\.|' +
    'paraglide/messages/form_stars)',
);

/** What checks and sends a form. Readers of the register do not download it. */
const ofForms = new RegExp(
  '/app/(?:' +
    'components/(?:forms/password|ui/password-field)\\.|' +
    'lib/(?:api/(?:use-write|writes)|errors/(?:failure|server-words)|forms/(?:action|forms)|pages/leave)\\.|' +
    'paraglide/messages/(?:form_show|(?:confirm|forgot|login|reset|server|signup|verify)_))',
);

/** What people do about their account once they have one. */
const ofAccounts = new RegExp(
  '/app/(?:' +
    'components/copy-button\\.|' +
    'paraglide/messages/(?:account|backup|cop(?:y|ied)|passkeys?|profile|sessions?|two)_)',
);

/** What is refused to businesses: said in their portal and in the console, neither of which brings the other along. */
const ofBusinesses = /\/app\/(?:lib\/errors\/business-words\.|paraglide\/messages\/business_refused_)/;

/** What the parts of the console share. */
const ofConsole = new RegExp(
  'contract/src/admin-values\\.|/app/(?:lib/errors/staff-words\\.|' +
    'screens/admin/parts/(?:address|contact-opening|decision-words|dialog|empty|export-button|gate|pagination|' +
    'proposal-words|section|staff-role|table|task-progress|timeline(?:-read)?|toolbar|undo)\\.|' +
    'paraglide/messages/(?:admin|appeals|console|overview|proposals|providers_(?:admin|claim)|staff|triage|users)_)',
);

/** What shows the form of a report and keeps its draft: only for people who report. */
const ofFilings = new RegExp(
  '/app/(?:' +
    'lib/forms/(?:draft|use-draft)\\.|' +
    'components/(?:filings/filing-form|forms/choices|ui/choice-field)\\.|' +
    'paraglide/messages/(?:draft|outbox_kept|report(?!_issue)|scam|submit)_?)',
);

/** What is fetched when files are to be added to a report. */
const ofPicking = /\/app\/components\/evidence\/(?:picker|progress)\.|messages\/files_(?:later|sending)/;

/** What becomes of a report once it is sent: beside each form of one. */
const ofSent =
  /\/app\/(?:components\/filings\/(?:filed-steps|sent-note)\.|paraglide\/messages\/(?:filed_(?:alert|appeal|questions|report|submission)|report_sent))/;

/** The receipt of a report: on the pages that give one. */
const ofReceipts = new RegExp(
  '/app/(?:' +
    'lib/browser/save-text-file\\.|' +
    'components/filings/(?:filed-notice|receipt-card)\\.|' +
    'paraglide/messages/(?:filed_(?!alert|appeal|questions|report|submission)|receipt_))',
);

/** What follows a report; its files only where there are some to send. */
const ofFollowing = /\/app\/(?:lib\/alerts\/indicator-words\.|paraglide\/messages\/(?:follow|my)_)/;
const ofFiles = new RegExp(
  '/app/(?:lib/evidence/(?:files|upload)\\.|components/evidence/(?:choice|upload)\\.|paraglide/messages/files_)',
);

/** The outbox for offline reports, and the notice of what was filed. Lazy. */
const ofOutbox = new RegExp(
  '/app/(?:' +
    'lib/(?:filings/(?:writes|outbox|outbox-post)|forms/proof-of-work)\\.|' +
    'components/filings/outbox-notice\\.|' +
    'paraglide/messages/outbox_)',
);

/** The card of a provider, for pages that list them. */
const ofCards = /\/app\/components\/providers\/card\.|messages\/card_/;

/** What single areas share and the first page does without. */
const ofAreas = new RegExp(
  '/app/(?:' +
    'screens/directory/reviews-address\\.|' +
    'components/(?:layout/(?:auth-gate|sign-in-prompt)|lazy-part|providers/(?:score-bar|website-link)|ui/tabs)\\.|' +
    'paraglide/messages/(?:' +
    '(?:bar|coming|directory|fact|license|part|provider|sign_in|tab)_|' +
    'filter_(?:type|status|risk)|loading_(?:provider|reviews)\\.|not_|unknown))',
);

/** Hours, months and the table beside a chart: for the console, the log and what is counted. */
const ofMoments =
  /\/app\/(?:lib\/language\/(?:format-moments|use-moment)\.|components\/(?:chart-table|moment|month-chart)\.)/;

/** An appeal: where something can be appealed against, and where it is decided. */
const ofAppeals =
  /\/app\/(?:lib\/filings\/appeal-words\.|components\/filings\/appeal\.|paraglide\/messages\/(?:history_)?appeal_)/;

/** What is public about decisions. */
const ofLog = /contract\/src\/decision-log-values\.|\/app\/paraglide\/messages\/(?:log|transparency)_/;

/** Lists of several pages. */
const ofPages = /\/app\/(?:components\/lists\/pagination\.|paraglide\/messages\/(?:page_|pages|previous|next))/;

/** How a verdict or an alert came about: the way to ask for it. */
const ofHistory = /\/app\/(?:components\/history\/history\.|paraglide\/messages\/history_loading)/;

/** What was changed in it, in words: for who wants to know, and for the second administrator. */
const ofChanges = new RegExp(
  '/app/(?:' +
    'lib/language/word-difference\\.|' +
    'components/history/(?:entries|field-changes|statement-words)\\.|' +
    'paraglide/messages/(?:change_|history_(?:also|change|difference|failed|no_|published|reworded|turned|under)))',
);

/** Words of an alert's own page, beside those of the cards and lists that many pages show. */
const articleWords =
  'alert_(?:advice_title|already_paid|checked_by|fact|happened|indicators|no_country|share|what_is|withdrawn)';

/** Pages that the console shows too, before they are. */
const ofShownPages = new RegExp(
  `/app/(?:components/(?:alerts/article|providers/(?:header|verdict))\\.|paraglide/messages/(?:warned_|${articleWords}))`,
);

/** What two or three pages share: it stays with them. */
const ofFew = new RegExp(
  'contract/src/(?:api-key|business|news|regtech|watch)-values\\.|/app/(?:lib/errors/api-key-words\\.|' +
    'components/(?:forms/arrived-note|lists/filter-form|share-button)\\.|components/payments/|lib/plans/|' +
    'paraglide/messages/(?:compare_share|delete|gateway|home_(?:arrived|share)|invoice|history_(?:alert|merged|report)|moderated|news|pricing|share)_?)',
);

/** What tells about alerts and reports; the first page brings its banner as markup. */
const ofAlerts = new RegExp(
  '/app/(?:' +
    'lib/alerts/words\\.|' +
    'components/(?:alerts/(?:card|facts|members-text|report-card|report-status|severity)|long-text|replies/business-reply|providers/link)\\.|' +
    `paraglide/messages/(?!${articleWords})(?:alert|dashboard|reply|reports)_)`,
);

/** What gives a reason for a verdict: only on the page of a provider. */
const ofVerdicts = /\/app\/(?:lib\/providers\/verdict\.|paraglide\/messages\/(?:evidence|verdict)_)/;

const apart = [
  ofAccounts,
  ofAlerts,
  ofAppeals,
  ofAreas,
  ofBusinesses,
  ofCards,
  ofChanges,
  ofConsole,
  ofFew,
  ofFields,
  ofFilings,
  ofForms,
  ofLightForms,
  ofOutbox,
  ofPicking,
  ofFiles,
  ofFollowing,
  ofHistory,
  ofLog,
  ofMoments,
  ofPages,
  ofReceipts,
  ofSent,
  ofShownPages,
  ofVerdicts,
];

/**
 * Few files instead of many: some thirty texts and parts in files of their own cost 5 kB and twenty requests. The libraries stay
 * apart, so that a changed text or another language does not make anyone download them again.
 */
const chunks = {
  groups: [
    {
      name: 'libraries',
      test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|preload-helper/,
      priority: 3,
    },
    {
      name: 'site',
      test: (id: string) => shared.test(id) && !apart.some((group) => group.test(id)),
      minShareCount: 2,
      priority: 2,
    },
    { name: 'areas', test: ofAreas, minShareCount: 2, priority: 1 },
    { name: 'cards', test: ofCards, minShareCount: 2, priority: 1 },
    { name: 'alerts', test: ofAlerts, minShareCount: 2, priority: 1 },
    { name: 'appeals', test: ofAppeals, minShareCount: 2, priority: 1 },
    { name: 'log', test: ofLog, minShareCount: 2, priority: 1 },
    { name: 'moments', test: ofMoments, minShareCount: 2, priority: 1 },
    { name: 'pages', test: ofPages, minShareCount: 2, priority: 1 },
    { name: 'history', test: ofHistory, minShareCount: 2, priority: 2 },
    { name: 'changes', test: ofChanges, minShareCount: 2, priority: 1 },
    { name: 'verdicts', test: ofVerdicts, minShareCount: 2, priority: 1 },
    { name: 'fields', test: ofFields, minShareCount: 2, priority: 1 },
    { name: 'light', test: ofLightForms, minShareCount: 2, priority: 1 },
    { name: 'forms', test: ofForms, minShareCount: 2, priority: 1 },
    { name: 'accounts', test: ofAccounts, minShareCount: 2, priority: 1 },
    { name: 'businesses', test: ofBusinesses, minShareCount: 2, priority: 2 },
    { name: 'console', test: ofConsole, minShareCount: 2, priority: 1 },
    { name: 'filings', test: ofFilings, minShareCount: 2 },
    { name: 'picking', test: ofPicking, minShareCount: 2, priority: 1 },
    { name: 'sent', test: ofSent, minShareCount: 2, priority: 2 },
    { name: 'receipts', test: ofReceipts, minShareCount: 2 },
    { name: 'following', test: ofFollowing, minShareCount: 2, priority: 2 },
    { name: 'files', test: ofFiles, minShareCount: 2 },
    { name: 'outbox', test: ofOutbox, minShareCount: 2 },
  ],
};

/**
 * Parts of libraries that every first visit would pay for and nobody uses here. Should a new version ask one for something else,
 * the build fails.
 */
const leftOut: readonly (readonly [file: string, instead: string])[] = [
  // Looks for the files of a late part a moment before the browser does it by itself.
  ['vite/preload-helper.js', 'export const __vitePreload = (load) => load();'],
  // Tells a listener what the router does; there is none.
  [
    'react-router/dist/production/lib/router/instrumentation.js',
    `const none = () => undefined;
     export { none as consumeInstrumentationClientResultMetaReceiver, none as getRouteInstrumentationUpdates };
     export { none as instrumentClientSideRouter, none as instrumentHandler };
     export { none as instrumentationResultMetaContext };`,
  ],
];

const withoutUnused = (): Plugin => ({
  name: 'hakiki:without-unused',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: (id) => leftOut.find(([file]) => id.endsWith(file))?.[1],
});

/** A build takes the texts that build.ts has compiled for it, wherever the code says `paraglide/`. */
const textsOfBuild = (): Plugin => ({
  name: 'hakiki:texts-of-build',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^(?:\.{1,2}\/)+(?:app\/)?paraglide\/(?=\w+\.js$)/,
          replacement: `${textsOfBuildFolder}/`,
        },
      ],
    },
  }),
});

const language = process.env['SITE_LANGUAGE'] ?? 'en';

export default defineConfig({
  plugins: [
    tailwindcss(),
    liveTexts(),
    textsOfBuild(),
    reactRouter(),
    oneLanguage(language),
    withoutUnused(),
    secondPass(),
    precompress(),
  ],
  // The server knows the site only through createWebHandler, so that is what the server build exports. It has all languages and is
  // built once; of the others only the manifest of their client files is wanted.
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: chunks } } } },
    ssr: {
      build: {
        rollupOptions: { input: language === 'en' ? './server/entry.ts' : 'virtual:react-router/server-manifest' },
      },
    },
  },
  // Asked for by every page: ready before the first one is opened.
  server: { warmup: { clientFiles: ['./app/entry.client.tsx', './app/root.tsx', './app/screens/home/home.tsx'] } },
  // Known beforehand, so that the first page in development does not reload after they were found.
  optimizeDeps: {
    include: ['react', 'react-dom/client', 'react-router', 'react-router/dom', 'zod/mini', '@simplewebauthn/browser'],
  },
  build: { assetsInlineLimit: 0, sourcemap: false, cssMinify: true, modulePreload: false },
});

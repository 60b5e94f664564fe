import type { User } from '@hakiki/contract/accounts';
import { isEntitled } from '@hakiki/contract/entitlements';
import { prices } from '@hakiki/contract/prices';
import { developersPath } from '@hakiki/contract/site';
import { Link, useSearchParams } from 'react-router';
import { apiDocs, type ApiDocs } from '../../../content/api-docs.ts';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Tabs } from '../../components/ui/tabs.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { prefetch, getQueryStore } from '../../lib/api/use-query.ts';
import { errorTexts as apiKeyErrorTexts } from '../../paraglide/apiKey_errors.js';
import { registerErrorTexts } from '../../lib/errors/server-error-texts.ts';
import { formatRand } from '../../lib/language/format.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { apiContext, siteContext } from '../../lib/pages/context.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/api.ts';
import { apiTabs, parseDays, parseTab, tabPath, type ApiTab } from './api-url.ts';
import { keysQuery, usageQuery, webhooksQuery } from './api-queries.ts';
import { Keys } from './keys.tsx';
import { Reference } from './reference.tsx';
import { Usage } from './usage.tsx';

registerErrorTexts(apiKeyErrorTexts);

export const handle = { isForm: true };

const hasApiAccess = (user: User | null | undefined) => Boolean(user && isEntitled(user, 'apiKeys'));

const listQueries = (url: string) => {
  const { searchParams } = new URL(url);
  const tab = parseTab(searchParams);
  if (tab === 'documentation') return [];
  return tab === 'usage' ? [usageQuery(parseDays(searchParams))] : [keysQuery, webhooksQuery];
};

/** Loads nothing before it is known whether the user has the right to it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const user = await authUser.load(context.get(apiContext));
  const tabQueries = hasApiAccess(user) ? listQueries(request.url) : [];
  const isDocumentation = hasApiAccess(user) && parseTab(new URL(request.url).searchParams) === 'documentation';
  return {
    ...(await prefetch(context, [{ ...authUser, load: () => Promise.resolve(user) }, ...tabQueries])),
    docs: isDocumentation ? apiDocs(currentLanguage(), context.get(siteContext).origin) : undefined,
  };
}

/** Only the server renders the documentation, so the browser fetches it from the server's loader. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const store = getQueryStore();
  await store.load(authUser);
  const authOutcome = store.getOutcome(authUser);
  if (authOutcome.status === 'ready' && hasApiAccess(authOutcome.data))
    for (const query of listQueries(request.url)) void store.load(query);
  const isDocumentation = parseTab(new URL(request.url).searchParams) === 'documentation';
  return { docs: isDocumentation ? (await serverLoader()).docs : undefined };
}

export const meta = unlistedPage('/api', m.api_title, m.api_description);

export default function ApiAccess({ loaderData }: Partial<Pick<Route.ComponentProps, 'loaderData'>>) {
  return (
    <AuthGate visitor={<LogInPrompt />}>
      {(user) => (hasApiAccess(user) ? <ApiTabs docs={loaderData?.docs} /> : <UpgradePrompt />)}
    </AuthGate>
  );
}

const LogInPrompt = () => (
  <div className="flex max-w-[68ch] flex-col items-start gap-4 py-8">
    <h1 className="title-page">{m.api_title()}</h1>
    <p className="text-lg text-muted">{m.api_log_in_text()}</p>
    <a href={`/api/login?next=${pathTo('/api')}`} className={buttonClass('primary')}>
      {m.nav_log_in()}
    </a>
    <DocumentationLink />
  </div>
);

const UpgradePrompt = () => (
  <div className="flex max-w-[68ch] flex-col items-start gap-4 py-8">
    <h1 className="title-page">{m.api_title()}</h1>
    <p className="text-lg font-semibold">{m.api_upgrade_title()}</p>
    <p className="text-3xl font-bold">{m.api_upgrade_price({ price: formatRand(prices.apiPerYear) })}</p>
    <p className="text-muted">{m.api_upgrade_text()}</p>
    <Link to={pathTo('/pricing')} className={buttonClass('primary')}>
      {m.api_upgrade()}
    </Link>
    <DocumentationLink />
  </div>
);

const DocumentationLink = () => (
  <Link to={pathTo(developersPath)} className={textLinkClass()}>
    {m.api_read_documentation()}
  </Link>
);

const tabLabels: Record<ApiTab, () => string> = {
  keys: m.api_tab_keys,
  documentation: m.api_tab_documentation,
  usage: m.api_tab_usage,
};

function ApiTabs({ docs }: { docs: ApiDocs | undefined }) {
  const [params] = useSearchParams();
  const current = parseTab(params);
  const tabs = apiTabs.map((name) => ({ name, label: tabLabels[name](), path: tabPath(name) }));
  return (
    <>
      <h1 className="title-page">{m.api_title()}</h1>
      <p className="mt-2 mb-6 max-w-[68ch] text-muted">{m.api_lead()}</p>
      <Tabs id="api" label={m.api_tabs()} tabs={tabs} current={current}>
        <h2 className="sr-only">{tabLabels[current]()}</h2>
        {current === 'keys' && <Keys />}
        {current === 'documentation' && docs && <Reference docs={docs} />}
        {current === 'usage' && <Usage days={parseDays(params)} />}
      </Tabs>
    </>
  );
}

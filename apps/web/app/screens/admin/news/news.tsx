import { useSearchParams } from 'react-router';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { startQueries, prefetch } from '../../../lib/api/use-query.ts';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import type { Route } from './+types/news.ts';
import { HeldNews } from './held.tsx';
import { NewsItems } from './items.tsx';
import { NewsMentions } from './mentions.tsx';
import { newsPath, newsViews, type NewsView, parseView } from './queries.ts';
import { NewsSources } from './sources.tsx';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/news', m.newsdesk_title, m.newsdesk_description);

export default function NewsPage() {
  return (
    <AdminGate isForModerators>
      <NewsScreen />
    </AdminGate>
  );
}

const viewLabels: Record<NewsView, () => string> = {
  sources: m.newsdesk_view_sources,
  named: m.newsdesk_view_named,
  shown: m.newsdesk_view_shown,
  hidden: m.newsdesk_view_hidden,
};

export function NewsScreen() {
  const [params] = useSearchParams();
  const held = params.get('held');
  if (held) return <HeldNews key={held} sourceId={held} />;
  const view = parseView(params);
  const tabs = newsViews.map((name) => ({
    name,
    label: viewLabels[name](),
    path: newsPath({ view: name === 'sources' ? undefined : name }),
  }));
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-xl font-bold">{m.newsdesk_title()}</h2>
        <p className="max-w-[68ch] text-sm text-muted">{m.newsdesk_lead()}</p>
      </div>
      <Tabs id="newsdesk" label={m.newsdesk_views()} tabs={tabs} current={view}>
        {view === 'sources' && <NewsSources />}
        {view === 'named' && <NewsMentions />}
        {(view === 'shown' || view === 'hidden') && <NewsItems key={view} state={view} />}
      </Tabs>
    </div>
  );
}

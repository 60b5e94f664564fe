import type { Provider } from '@hakiki/contract/directory';
import { listLimits } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { ProviderCard, ProviderCardSkeleton } from '../../components/providers/card.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { pathTo } from '../../lib/pages/paths.ts';
import type { ItemPage } from '../../lib/api/queries.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { Section } from './section.tsx';

const rowClass = 'grid gap-3 md:gap-4 lg:grid-cols-3';

export function VerifiedProviders({ providers }: { providers: QueryState<ItemPage<Provider>> }) {
  return (
    <Section
      id="verified"
      title={m.home_verified_title()}
      text={m.home_verified_text()}
      action={
        <Link to={pathTo('/directory')} className={buttonClass('secondary')}>
          {m.home_browse()}
        </Link>
      }
    >
      {providers.status === 'loading' && (
        <div role="status" aria-label={m.loading_providers()} className={rowClass}>
          {[1, 2, 3].map((index) => (
            <ProviderCardSkeleton key={index} />
          ))}
        </div>
      )}
      {providers.status === 'failed' && <QueryFailure message={m.providers_failed()} query={providers} />}
      {providers.status === 'ready' && <ProviderCards providers={providers.data.items} />}
    </Section>
  );
}

function ProviderCards({ providers }: { providers: readonly Provider[] }) {
  if (providers.length === 0) {
    return (
      <Notice icon="empty" title={m.home_verified_none()}>
        <p className="text-muted">{m.home_verified_none_text()}</p>
      </Notice>
    );
  }
  return (
    <ul className={rowClass}>
      {providers.slice(0, listLimits.homeProviders).map((provider) => (
        <li key={provider.id}>
          <ProviderCard provider={provider} isBrief />
        </li>
      ))}
    </ul>
  );
}

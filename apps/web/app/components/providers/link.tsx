import { Link } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { providerPath } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

export const ProviderLink = ({ id }: { id: string }) => (
  <p>
    <Link to={providerPath(id)} className="inline-flex min-h-11 items-center gap-1 font-semibold text-brand underline">
      {m.reports_see_provider()} <Icon name="chevron-right" className="size-4" />
    </Link>
  </p>
);

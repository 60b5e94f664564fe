import { isAssessed } from '@hakiki/contract/risk';
import { m } from '../../paraglide/messages.js';

/** Said of a provider that nobody has scored: a default is no finding. */
export const NotAssessed = ({ provider }: { provider: Parameters<typeof isAssessed>[0] }) =>
  !isAssessed(provider) && <span className="text-muted">{m.not_assessed()}</span>;

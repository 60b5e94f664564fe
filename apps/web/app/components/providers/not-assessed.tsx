import { isAssessed } from '@hakiki/contract/risk';
import { m } from '../../paraglide/messages.js';

/** Shown for a provider without scores: default values are no assessment. */
export const NotAssessed = ({ provider }: { provider: Parameters<typeof isAssessed>[0] }) =>
  !isAssessed(provider) && <span className="text-muted">{m.not_assessed()}</span>;

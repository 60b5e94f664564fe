import { getShownRisk } from '@hakiki/contract/risk';
import { m } from '../../paraglide/messages.js';
import { RiskIndicator } from './risk-indicator.tsx';

type Assessed = Parameters<typeof getShownRisk>[0];

/** The risk of a provider as text. Stored defaults are no assessment; without scores it shows "not assessed". */
export function ProviderRisk({ provider }: { provider: Assessed }) {
  const level = getShownRisk(provider);
  return level ? <RiskIndicator level={level} /> : <span className="text-muted">{m.not_assessed()}</span>;
}

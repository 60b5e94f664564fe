import type { LicenceState, RegimeKind } from '@hakiki/contract/licence-values';
import type { ProviderLicence } from '@hakiki/contract/licences';
import { formatDate } from '../../lib/language/format.ts';
import { licenceStateLabel, regimeLabel } from '../../lib/licences/labels.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../ui/badge.tsx';
import type { IconName } from '../ui/icon.tsx';

const tones = {
  bad: { icon: 'warning', className: 'bg-flagged-soft text-flagged' },
  careful: { icon: 'partial', className: 'bg-limited-soft text-limited' },
  unknown: { icon: 'clock', className: 'bg-pending-soft text-pending' },
  good: { icon: 'check-circle', className: 'bg-verified-soft text-verified' },
} as const satisfies Record<string, { icon: IconName; className: string }>;

/** Only `licensed-here` is green. */
const toneOfState: Record<LicenceState, keyof typeof tones> = {
  'warned-here': 'bad',
  'prohibited-here': 'bad',
  'claim-not-found': 'bad',
  ended: 'bad',
  applied: 'careful',
  'company-only': 'careful',
  registered: 'careful',
  'in-principle': 'careful',
  provisional: 'careful',
  'licensed-elsewhere': 'careful',
  'licensed-here': 'good',
  'no-licence-yet': 'careful',
  'not-checked': 'unknown',
};

const toneOfRegime: Record<RegimeKind, keyof typeof tones> = {
  licensed: 'unknown',
  transitional: 'careful',
  registration: 'careful',
  sandbox: 'careful',
  none: 'careful',
  restricted: 'bad',
  prohibited: 'bad',
};

/** 'Licensed here (custody)', or the state at the last check. Negative states do not fade with age. */
function describeState({ state, scope, isOld, checkedOn }: ProviderLicence): string {
  const label = licenceStateLabel(state);
  const text = scope.length > 0 ? `${label} (${scope.join(', ')})` : label;
  return isOld && checkedOn ? m.licence_was({ state: text, day: formatDate(checkedOn) }) : text;
}

export function LicenceBadge({ licence }: { licence: ProviderLicence }) {
  const tone = toneOfState[licence.state];
  return (
    <Badge data-licence={licence.state} {...tones[licence.isOld && tone === 'good' ? 'unknown' : tone]}>
      {describeState(licence)}
    </Badge>
  );
}

export const RegimeBadge = ({ regime }: { regime: RegimeKind | undefined }) => (
  <Badge {...tones[regime ? toneOfRegime[regime] : 'unknown']}>{regimeLabel(regime)}</Badge>
);

import type { Certification } from '@hakiki/contract/directory';
import { badgeColours, badgeIcons, type BadgeColour, type BadgeIcon } from '@hakiki/contract/directory-values';
import { listLimits } from '@hakiki/contract/limits';
import { m } from '../../paraglide/messages.js';
import { Tooltip } from '../tooltip.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';

const icons: Record<BadgeIcon, IconName> = {
  Shield: 'shield',
  CheckCircle: 'check-circle',
  Crown: 'crown',
  Users: 'users',
  FileCheck: 'file-check',
  Award: 'award',
  Star: 'star',
  Lock: 'lock',
  Globe: 'globe',
  TrendingUp: 'trending-up',
};

const colours: Record<BadgeColour, string> = {
  green: 'bg-verified-soft text-verified',
  blue: 'bg-badge-blue-soft text-badge-blue',
  purple: 'bg-badge-purple-soft text-badge-purple',
  yellow: 'bg-limited-soft text-limited',
  red: 'bg-flagged-soft text-flagged',
  gray: 'bg-pending-soft text-pending',
};

const sizes = {
  sm: { box: 'px-2 py-0.5 text-sm', icon: 'size-3.5' },
  md: { box: 'px-2.5 py-1 text-sm', icon: 'size-4' },
  lg: { box: 'px-3 py-1.5 text-base', icon: 'size-5' },
} as const;
export type BadgeSize = keyof typeof sizes;

/** The stored icon and colour are free text; unknown values are drawn as a grey shield. */
const findOr = <Value extends string>(values: readonly Value[], value: string | null, fallback: Value): Value =>
  values.find((candidate) => candidate === value) ?? fallback;

function CertificationBadge({ certification, size = 'md' }: { certification: Certification; size?: BadgeSize }) {
  const colour = findOr(badgeColours, certification.color, 'gray');
  const { box, icon } = sizes[size];
  const badge = (
    <span
      data-badge={colour}
      data-size={size}
      className={`inline-flex items-center gap-1.5 rounded-full font-medium ${colours[colour]} ${box}`}
    >
      <Icon name={icons[findOr(badgeIcons, certification.icon, 'Shield')]} className={icon} />
      {m.badge_name({ name: certification.name })}
    </span>
  );
  // A card is one large link; its small badges are explained on the provider's page.
  if (size === 'sm') return badge;
  return (
    <Tooltip
      text={m.badge_text({ name: certification.name, text: certification.description })}
      className="inline-flex min-h-11 items-center rounded-full md:min-h-9"
    >
      {badge}
    </Tooltip>
  );
}

/** The most important active badges, and the number of the others. */
export function CertificationBadges({
  certifications,
  size = 'md',
  max = listLimits.badges,
}: {
  certifications: readonly { certification: Certification }[];
  size?: BadgeSize;
  max?: number;
}) {
  const active = certifications
    .map((item) => item.certification)
    .filter((certification) => certification.isActive)
    .sort((a, b) => b.priority - a.priority);
  if (active.length === 0) return null;
  const more = active.length - max;
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label={m.badges()}>
      {active.slice(0, max).map((certification) => (
        <li key={certification.id}>
          <CertificationBadge certification={certification} size={size} />
        </li>
      ))}
      {more > 0 && <li className="text-sm text-muted">{m.badges_more({ count: more })}</li>}
    </ul>
  );
}

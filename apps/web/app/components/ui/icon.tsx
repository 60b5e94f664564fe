import sprite from './icons.svg?url';

export type IconName =
  | 'shield'
  | 'check-circle'
  | 'crown'
  | 'users'
  | 'file-check'
  | 'award'
  | 'star'
  | 'lock'
  | 'globe'
  | 'trending-up'
  | 'search'
  | 'menu'
  | 'close'
  | 'chevron-left'
  | 'chevron-right'
  | 'theme'
  | 'warning'
  | 'flag'
  | 'clock'
  | 'ban'
  | 'partial'
  | 'external'
  | 'filter'
  | 'grid'
  | 'list'
  | 'compare'
  | 'info'
  | 'offline'
  | 'empty'
  | 'gauge'
  | 'chat';

export const iconSprite = sprite;

/** Icons are in one cached sprite, so neither the page nor its scripts contain their drawings. */
export function Icon({
  name,
  className = '',
  filled = false,
}: {
  name: IconName;
  className?: string;
  filled?: boolean;
}) {
  return (
    <svg
      className={`shrink-0 ${className}`}
      // Default size; without it a browser would make the icon 300 px wide.
      width="1.25rem"
      height="1.25rem"
      aria-hidden="true"
      data-icon={name}
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

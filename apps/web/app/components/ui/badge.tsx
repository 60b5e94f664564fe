import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** A short text with an icon; the colour only repeats it. */
export const Badge = ({ icon, className, children, ...span }: ComponentProps<'span'> & { icon: IconName }) => (
  <span
    {...span}
    className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold ${className}`}
  >
    <Icon name={icon} className="size-4" />
    {children}
  </span>
);

import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** Shown where there is no data or loading failed: an icon, a sentence, the next useful step. */
export function Notice({
  icon,
  title,
  children,
  role,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  role?: 'alert';
}) {
  return (
    <div
      role={role}
      className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line-strong px-4 py-10 text-center"
    >
      <Icon name={icon} className="size-9 text-muted" />
      <p className="text-lg font-semibold">{title}</p>
      {children}
    </div>
  );
}

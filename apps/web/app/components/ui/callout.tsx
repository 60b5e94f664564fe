import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** A short message that stays on the page: what happened, and what comes next. */
export function Callout({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div role="status" className="flex gap-3 rounded-card bg-brand-soft p-4">
      <Icon name={icon} className="mt-0.5 text-brand" />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}

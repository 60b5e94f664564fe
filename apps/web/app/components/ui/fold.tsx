import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface Props {
  /** What opens it; where there is room everything stands open and nothing has to be said. */
  label: string;
  /** Where several folds say the same: which of them this is. */
  about?: string;
  isOpen?: boolean | undefined;
  className?: string;
  children: ReactNode;
}

/** Folded on a phone, where a page has to end; open where there is room. It needs no script. */
export function Fold({ label, about, isOpen, className = '', children }: Props) {
  return (
    <details open={isOpen} className={`fold group ${className}`}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold text-brand underline underline-offset-4">
        {label}
        {about && <span className="sr-only">: {about}</span>}
        <Icon name="chevron-right" className="size-4 rotate-90 group-open:-rotate-90" />
      </summary>
      {children}
    </details>
  );
}

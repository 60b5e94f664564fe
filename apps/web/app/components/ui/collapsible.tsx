import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface Props {
  /** Label of the summary; not shown on wide screens, where it is always open. */
  label: string;
  /** Distinguishes several with the same label for screen readers. */
  about?: string;
  isOpen?: boolean | undefined;
  className?: string;
  children: ReactNode;
}

/** Collapsed on a phone, open on wide screens. Works without scripts. */
export function Collapsible({ label, about, isOpen, className = '', children }: Props) {
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

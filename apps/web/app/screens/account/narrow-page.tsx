import { useEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

interface Props {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/**
 * A page with a single task. If a client-side navigation lost the focus, the heading receives it, for screen readers.
 */
export function NarrowPage({ title, lead, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isInitialLoad = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!isInitialLoad && document.activeElement === document.body) heading.current?.focus();
  }, [title, isInitialLoad]);
  return (
    <div className="mx-auto flex w-full max-w-[34rem] flex-col gap-5">
      <div className="flex flex-col gap-2">
        <h1 ref={heading} tabIndex={-1} className="title-page outline-none">
          {title}
        </h1>
        {lead && <p className="text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

export const Card = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 md:p-6">{children}</div>
);

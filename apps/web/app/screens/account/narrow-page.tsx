import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A page with one thing to do. When its subject changes in place, the heading takes the focus, as a new page would. */
export function NarrowPage({ title, lead, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus();
    shown.current = title;
  }, [title]);
  return (
    <div className="mx-auto flex w-full max-w-[34rem] flex-col gap-5">
      <div className="flex flex-col gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none md:text-3xl">
          {title}
        </h1>
        {lead && <p className="text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

/** The ground a form stands on. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 md:p-6">{children}</div>
);

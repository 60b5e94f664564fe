import type { ReactNode } from 'react';

interface Props {
  id: string;
  title: string;
  text?: string;
  /** Stands beside the title where there is room. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of the page: what it is, one sentence about it, and the thing itself. */
export function Section({ id, title, text, action, children }: Props) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="mt-14 md:mt-20">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="max-w-[68ch]">
          <h2 id={`${id}-title`} className="text-xl font-bold md:text-2xl">
            {title}
          </h2>
          {text && <p className="mt-2 text-pretty text-muted">{text}</p>}
        </div>
        {action}
      </div>
      <div className="mt-5">{children}</div>
    </section>
  );
}

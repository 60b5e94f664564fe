import type { ReactNode } from 'react';
import { Fold } from '../../components/ui/fold.tsx';

interface Props {
  id: string;
  title: string;
  text?: string;
  /** Stands beside the title where there is room. */
  action?: ReactNode;
  /** On a phone only the title stands there, and this opens the rest. */
  opens?: string;
  isOpen?: boolean;
  children: ReactNode;
}

/** One part of the page: what it is, one sentence about it, and the thing itself. */
export function Section({ id, title, text, action, opens, isOpen, children }: Props) {
  const about = text && <p className="max-w-[68ch] text-pretty text-muted max-md:text-sm md:mt-2">{text}</p>;
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="mt-7 md:mt-20">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={`${id}-title`} className="text-lg font-bold md:text-2xl">
            {title}
          </h2>
          {!opens && about}
        </div>
        {action}
      </div>
      {opens ? (
        <Fold label={opens} isOpen={isOpen}>
          {about}
          <div className="mt-3 md:mt-5">{children}</div>
        </Fold>
      ) : (
        <div className="mt-3 md:mt-5">{children}</div>
      )}
    </section>
  );
}

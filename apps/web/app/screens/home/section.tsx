import type { ReactNode } from 'react';
import { Collapsible } from '../../components/ui/collapsible.tsx';

interface Props {
  id: string;
  title: string;
  text?: string;
  /** Shown beside the title on wide screens. */
  action?: ReactNode;
  /** On a phone, the content is collapsed behind this label. */
  expandLabel?: string;
  isOpen?: boolean;
  children: ReactNode;
}

/** A section of the home page with title, description and content. */
export function Section({ id, title, text, action, expandLabel, isOpen, children }: Props) {
  const descriptionElement = text && (
    <p className="max-w-[68ch] text-pretty text-muted max-md:text-sm md:mt-2">{text}</p>
  );
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="mt-7 md:mt-20">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={`${id}-title`} className="title-section">
            {title}
          </h2>
          {!expandLabel && descriptionElement}
        </div>
        {action}
      </div>
      {expandLabel ? (
        <Collapsible label={expandLabel} isOpen={isOpen}>
          {descriptionElement}
          <div className="mt-3 md:mt-5">{children}</div>
        </Collapsible>
      ) : (
        <div className="mt-3 md:mt-5">{children}</div>
      )}
    </section>
  );
}

import type { ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';

interface Props {
  ref?: Ref<HTMLDivElement>;
  title: string;
  text?: string | undefined;
  /** Each links to its field. */
  entries: readonly { fieldId: string; sentence: string }[];
  children?: ReactNode;
}

/** Errors of a form, above it, with a link to each field. */
export function ErrorSummary({ ref, title, text, entries, children }: Props) {
  const focusField = (id: string) => document.getElementById(id)?.focus();
  return (
    <div
      ref={ref}
      tabIndex={-1}
      // Brings it into view after a plain POST, before scripts or without them.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      role="group"
      aria-label={title}
      data-error-summary
      className="flex gap-3 rounded-card border-2 border-flagged-line bg-surface p-4"
    >
      <Icon name="warning" className="mt-0.5 text-flagged" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-semibold text-flagged">{title}</p>
        {text && <p>{text}</p>}
        {entries.length > 0 && (
          <ul className="flex flex-col">
            {entries.map(({ fieldId, sentence }) => (
              <li key={fieldId}>
                <a
                  href={`#${fieldId}`}
                  className="inline-flex min-h-11 items-center py-1 underline md:min-h-8"
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(fieldId);
                  }}
                >
                  {sentence}
                </a>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </div>
  );
}

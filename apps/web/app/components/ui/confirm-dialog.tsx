/** Asks for confirmation. Without scripts it is a popover, with them a modal dialog. */
import { useId, type ReactNode } from 'react';
import { buttonClass } from './button.ts';
import { getCloseButtonProps } from './drawer.tsx';

interface Props {
  id: string;
  title: string;
  /** Label of the button that cancels. */
  cancelLabel: string;
  /** The consequences, and the form. */
  children: ReactNode;
}

export function ConfirmDialog({ id, title, cancelLabel, children }: Props) {
  const heading = useId();
  return (
    <dialog
      id={id}
      popover="auto"
      aria-labelledby={heading}
      className="m-auto w-[calc(100vw-2rem)] max-w-lg rounded-card border border-line-strong bg-surface p-4 text-ink backdrop:bg-[rgb(12_10_30/0.5)] md:p-6"
    >
      <div className="flex flex-col gap-4">
        <h2 id={heading} className="title-section">
          {title}
        </h2>
        {children}
        <button type="button" {...getCloseButtonProps(id)} className={buttonClass('secondary')}>
          {cancelLabel}
        </button>
      </div>
    </dialog>
  );
}

/** A native dialog: Escape closes it, and the focus returns to where it was. */
import {
  useEffect,
  useId,
  useRef,
  type FormEvent,
  type FormEventHandler,
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
} from 'react';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { toValues } from '../../lib/forms/values.ts';
import type { Values } from '../../lib/forms/forms.ts';
import { m } from '../../paraglide/messages.js';

interface Props {
  title: string;
  onClose: () => void;
  /** For showing a whole page. */
  isWide?: boolean;
  children: ReactNode;
}

export function AdminDialog({ title, onClose, isWide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={id}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] ${isWide ? 'max-w-5xl' : 'max-w-2xl'} overflow-y-auto rounded-card border border-line-strong bg-surface p-4 text-ink backdrop:bg-[rgb(12_10_30/0.5)] md:p-6`}
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={id} className="text-xl font-bold">
          {title}
        </h2>
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          className="-m-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control"
        >
          <Icon name="close" />
          <span className="sr-only">{m.admin_close()}</span>
        </button>
      </div>
      <div className="mt-4 flex flex-col gap-6">{children}</div>
    </dialog>
  );
}

export interface DialogButtonProps {
  /** Defaults to Save Changes. */
  saveLabel?: string;
  savingLabel?: string;
  /** False while required fields are empty. */
  isComplete?: boolean;
  /** True if the change, as typed, would need a second administrator. */
  needsSecondPerson?: boolean;
  /** To focus Cancel, the safe choice. */
  cancelButton?: Ref<HTMLButtonElement>;
}

interface FormProps extends DialogButtonProps {
  onSubmit: (values: Values) => void;
  onInput?: FormEventHandler<HTMLElement>;
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>;
  isSaving: boolean;
  children: ReactNode;
}

/** The form of an edit dialog: fields, Cancel and Save Changes. A second press while saving is ignored. */
export function DialogForm({ onSubmit, onInput, onKeyDown, isSaving, children, ...buttons }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSaving) onSubmit(toValues(new FormData(event.currentTarget)));
  };
  return (
    <form onSubmit={submit} onInput={onInput} onKeyDown={onKeyDown} noValidate className="flex flex-col gap-5">
      {children}
      <DialogButtons isSaving={isSaving} {...buttons} />
    </form>
  );
}

export const DialogButtons = ({
  isSaving,
  saveLabel = m.admin_save(),
  savingLabel = m.admin_saving(),
  isComplete = true,
  needsSecondPerson = false,
  cancelButton,
}: DialogButtonProps & { isSaving: boolean }) => (
  <div className="sticky -bottom-4 flex flex-wrap justify-end gap-3 border-t border-line bg-surface py-3 md:-bottom-6">
    {/* Repeated beside the button, because the note may be scrolled out of view. */}
    {needsSecondPerson && (
      <p aria-hidden="true" className="me-auto self-center text-sm font-semibold text-accent">
        {m.proposals_needed()}
      </p>
    )}
    <button
      ref={cancelButton}
      type="button"
      onClick={({ currentTarget }) => closeParentDialog(currentTarget)}
      className={buttonClass('secondary')}
    >
      {m.admin_cancel()}
    </button>
    <button
      type="submit"
      disabled={!isComplete}
      aria-disabled={isSaving}
      className={buttonClass('primary', 'aria-disabled:cursor-not-allowed aria-disabled:opacity-60')}
    >
      {isSaving ? savingLabel : saveLabel}
    </button>
  </div>
);

/** Closes the dialog around the element. */
export const closeParentDialog = (element: Element | undefined) => element?.closest('dialog')?.close();

/** A file input for one picture, with its hint, progress and error. */
import type { ChangeEvent } from 'react';
import { FieldError } from '../ui/field.tsx';

interface Props {
  id: string;
  label: string;
  hint: string;
  status: string | false;
  error: string | undefined;
  isDisabled: boolean;
  onFile: (file: File) => void;
}

export function PictureInput({ id, label, hint, status, error, isDisabled, onFile }: Props) {
  const handleChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0];
    // Allows the same file to be chosen again.
    input.value = '';
    if (file) onFile(file);
  };
  return (
    <>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        disabled={isDisabled}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={handleChange}
        className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface p-2 file:me-3 file:min-h-9 file:rounded-control file:border-0 file:bg-brand-soft file:px-3 file:font-semibold file:text-brand"
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {status}
      </p>
      <div role="alert" className="empty:hidden">
        <FieldError id={id} error={error} />
      </div>
    </>
  );
}

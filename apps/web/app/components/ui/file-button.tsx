import type { ChangeEvent } from 'react';
import { buttonClass } from './button.ts';

interface Props {
  id: string;
  label: string;
  accept: string;
  describedBy: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/**
 * Chooses files that the page lists itself. The browser's own button speaks the language of the browser, and says that
 * no file is chosen while the list has some.
 */
export const FileButton = ({ id, label, accept, describedBy, onChange }: Props) => (
  <>
    <input
      id={id}
      type="file"
      multiple
      accept={accept}
      aria-describedby={describedBy}
      onChange={onChange}
      className="peer sr-only"
    />
    <label
      htmlFor={id}
      className={buttonClass(
        'secondary',
        'cursor-pointer self-start peer-focus-visible:outline-3 peer-focus-visible:outline-brand',
      )}
    >
      {label}
    </label>
  </>
);

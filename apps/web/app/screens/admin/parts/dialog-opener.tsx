/** A link that acts as a button: the open dialog is in the URL, so that it can be shared. */
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useConsoleAddress } from './address.ts';

interface Props {
  opens: Record<string, string | undefined>;
  className: string;
  'aria-label'?: string;
  children: ReactNode;
}

export function DialogOpener({ opens, ...shown }: Props) {
  const { withChanges } = useConsoleAddress();
  return (
    <Link
      {...shown}
      to={withChanges(opens)}
      replace
      preventScrollReset
      role="button"
      aria-haspopup="dialog"
      onKeyDown={pressBySpace}
    />
  );
}

/** Links react only to Enter. */
function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

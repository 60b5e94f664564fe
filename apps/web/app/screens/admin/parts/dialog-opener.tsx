/** A button to everybody who meets it; what it opens stands in the address, so that it can be shared and comes with the page. */
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

/** Links know Enter only. */
function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

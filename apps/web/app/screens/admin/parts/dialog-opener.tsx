/** A link that acts as a button: the open dialog is in the URL, so that it can be shared. */
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useConsoleUrl } from './console-url.ts';

interface Props {
  urlChanges: Record<string, string | undefined>;
  className: string;
  'aria-label'?: string;
  children: ReactNode;
}

export function DialogOpener({ urlChanges, ...shown }: Props) {
  const { withChanges } = useConsoleUrl();
  return (
    <Link
      {...shown}
      to={withChanges(urlChanges)}
      replace
      preventScrollReset
      role="button"
      aria-haspopup="dialog"
      onKeyDown={clickOnSpace}
    />
  );
}

/** Links react only to Enter. */
function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

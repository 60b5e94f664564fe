import type { ComponentProps } from 'react';
import { m } from '../paraglide/messages.js';

/** A link that opens a new tab, and says so to a screen reader. */
export const NewTabAnchor = ({ children, ...anchor }: ComponentProps<'a'>) => (
  <a target="_blank" rel="noopener noreferrer" {...anchor}>
    {children}
    <span className="sr-only">{m.opens_new_tab()}</span>
  </a>
);

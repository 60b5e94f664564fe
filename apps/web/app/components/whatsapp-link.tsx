import { use } from 'react';
import { SiteOriginContext } from '../lib/pages/site-origin.ts';
import { m } from '../paraglide/messages.js';
import { NewTabAnchor } from './new-tab-anchor.tsx';
import { Icon } from './ui/icon.tsx';

interface Props {
  /** One sentence; the address of the page follows it. */
  text: string;
  /** The path of the page in its language, e.g. `providerPath(id)`. */
  path: string;
  className: string;
}

/** A plain link, which works without scripts. The browser contacts WhatsApp only when the link is followed. */
export const WhatsAppLink = ({ text, path, className }: Props) => (
  <NewTabAnchor
    href={`https://wa.me/?text=${encodeURIComponent(`${text} ${use(SiteOriginContext)}${path}`)}`}
    className={className}
  >
    <Icon name="chat" className="size-4" />
    {m.share_whatsapp()}
  </NewTabAnchor>
);

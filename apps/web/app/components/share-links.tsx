import { use } from 'react';
import { useBrowserValue } from '../lib/browser/use-browser-value.ts';
import { SiteOriginContext } from '../lib/pages/site-origin.ts';
import { m } from '../paraglide/messages.js';
import { CopyButton } from './copy-button.tsx';
import { NewTabAnchor } from './new-tab-anchor.tsx';
import { ShareButton } from './share-button.tsx';
import { buttonClass } from './ui/button.ts';
import { Icon } from './ui/icon.tsx';

interface Props {
  /** One short sentence; the address of the page follows it. */
  text: string;
  /** The path of the page in its language, e.g. `providerPath(id)`. */
  path: string;
}

const hasShareMenu = () => 'share' in navigator;

/** Shares a page by WhatsApp (a plain link, which works without scripts), by the device's share menu, or by copying. */
export function ShareLinks({ text, path }: Props) {
  const url = use(SiteOriginContext) + path;
  const canShare = useBrowserValue(hasShareMenu);
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <NewTabAnchor href={whatsAppUrl(text, url)} className={buttonClass('secondary')}>
        <Icon name="chat" className="size-4" />
        {m.share_whatsapp()}
      </NewTabAnchor>
      {canShare && <ShareButton title={text} path={path} label={m.share_more()} />}
      <span className="needs-scripts">
        <CopyButton
          text={url}
          label={m.share_copy_link()}
          failure={{ title: m.compare_share_failed(), text: m.compare_share_failed_text() }}
        />
      </span>
    </div>
  );
}

/** WhatsApp asks for the contact. The browser contacts WhatsApp only when the link is followed. */
const whatsAppUrl = (text: string, url: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`;

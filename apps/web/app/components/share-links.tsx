import { use } from 'react';
import { useBrowserValue } from '../lib/browser/use-browser-value.ts';
import { SiteOriginContext } from '../lib/pages/site-origin.ts';
import { m } from '../paraglide/messages.js';
import { CopyButton } from './copy-button.tsx';
import { ShareButton } from './share-button.tsx';
import { buttonClass } from './ui/button.ts';
import { WhatsAppLink } from './whatsapp-link.tsx';

interface Props {
  /** One sentence; the address of the page follows it. */
  text: string;
  /** The path of the page in its language, e.g. `providerPath(id)`. */
  path: string;
}

const hasShareMenu = () => 'share' in navigator;

/** Shares a page by WhatsApp, by the device's share menu, or by copying. */
export function ShareLinks({ text, path }: Props) {
  const canShare = useBrowserValue(hasShareMenu);
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <WhatsAppLink text={text} path={path} className={buttonClass('secondary')} />
      {canShare && <ShareButton title={text} path={path} label={m.share_more()} />}
      <span className="needs-scripts">
        <CopyButton
          text={use(SiteOriginContext) + path}
          label={m.share_copy_link()}
          failure={{ title: m.compare_share_failed(), text: m.compare_share_failed_text() }}
        />
      </span>
    </div>
  );
}

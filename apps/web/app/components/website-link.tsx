import { m } from '../paraglide/messages.js';
import { Icon } from './ui/icon.tsx';

/** Only ordinary web addresses become links; they open apart and learn nothing about this page. */
export function WebsiteLink({ address }: { address: string | null }) {
  if (!address) return m.not_available();
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return <span>{address}</span>;
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex min-h-11 items-center gap-1 font-semibold text-brand underline"
    >
      <span className="min-w-0">{url.host + (url.pathname === '/' ? '' : url.pathname)}</span>
      <Icon name="external" className="size-4" />
      <span className="sr-only">{m.opens_new_tab()}</span>
    </a>
  );
}

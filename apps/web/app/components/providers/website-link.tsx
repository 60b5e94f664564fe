import type { Provider } from '@hakiki/contract/directory';
import { isWarnedOf } from '@hakiki/contract/directory-values';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

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
      className="inline-block min-h-11 py-2.5 font-semibold text-brand underline md:min-h-0 md:py-0"
    >
      {url.host + (url.pathname === '/' ? '' : url.pathname)}
      <Icon name="external" className="ms-1 inline size-4 align-text-bottom" />
      <span className="sr-only">{m.opens_new_tab()}</span>
    </a>
  );
}

/** The site of a provider. Where people are told not to pay it stands as text: nobody gets there from us by a tap. */
export function ProviderWebsite({
  of: { website, verificationStatus },
}: {
  of: Pick<Provider, 'website' | 'verificationStatus'>;
}) {
  if (website && isWarnedOf(verificationStatus)) return <span className="min-w-0 wrap-anywhere">{website}</span>;
  return <WebsiteLink address={website} />;
}

import type { Provider } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import { NewTabAnchor } from '../new-tab-anchor.tsx';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

/** Only http(s) URLs become links; they open in a new tab without a referrer. */
export function WebsiteLink({ address }: { address: string | null }) {
  if (!address) return m.not_available();
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return <span>{address}</span>;
  return (
    <NewTabAnchor
      href={url.href}

      rel="noopener noreferrer nofollow"
      className="inline-block min-h-11 py-2.5 font-semibold text-brand underline md:min-h-0 md:py-0"
    >
      {url.host + (url.pathname === '/' ? '' : url.pathname)}
      <Icon name="external" className="ms-1 inline size-4 align-text-bottom" />
    </NewTabAnchor>
  );
}

/** A provider's website. For warned providers it is plain text, so that nobody opens it from here. */
export function ProviderWebsite({
  of: { website, verificationStatus },
}: {
  of: Pick<Provider, 'website' | 'verificationStatus'>;
}) {
  if (website && isFlaggedOrSuspended(verificationStatus))
    return <span className="min-w-0 wrap-anywhere">{website}</span>;
  return <WebsiteLink address={website} />;
}

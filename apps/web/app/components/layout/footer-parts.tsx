/** The static parts of the footer: its links and small print. See footer.tsx. */
import { decisionsPath, languagesPath, transparencyPath } from '@hakiki/contract/site';
import type { SiteSettings } from '@hakiki/contract/web-handler';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/language/format.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { getFirstHourLink, getHelpLinks, type NavigationLink } from '../../lib/pages/navigation.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { NewTabAnchor } from '../new-tab-anchor.tsx';
import { m } from '../../paraglide/messages.js';
import { unconfirmedCounts } from '../../paraglide/translation_counts.js';
import { Icon } from '../ui/icon.tsx';

const getLinkGroups = () =>
  [
    {
      title: m.footer_check(),
      links: [
        { label: m.footer_risk_assessment(), path: '/directory' },
        { label: m.footer_community_reviews(), path: '/reports' },
        { label: m.footer_submit_provider(), path: '/submit-provider' },
        { label: m.footer_safety_guide(), path: '/safety' },
      ],
    },
    {
      title: m.footer_learn(),
      links: [
        { label: m.footer_regulatory_updates(), path: '/news' },
        { label: m.footer_research_reports(), path: '/reports' },
        { label: m.footer_api_documentation(), path: '/api' },
        { label: m.footer_help_center(), path: '/help' },
      ],
    },
    {
      title: m.footer_organisation(),
      links: [
        { label: m.footer_about(), path: '/about' },
        { label: m.footer_regulators(), path: '/#regulators' },
        { label: m.footer_contact(), path: '/contact' },
        { label: m.footer_privacy(), path: '/privacy' },
        { label: m.footer_terms(), path: '/terms' },
        { label: m.footer_transparency(), path: transparencyPath },
        { label: m.footer_decisions(), path: decisionsPath },
      ],
    },
    { title: m.help_links(), links: [getFirstHourLink(), ...getHelpLinks()] },
  ] satisfies { title: string; links: NavigationLink[] }[];

const socialNames = { twitter: 'Twitter', linkedin: 'LinkedIn', telegram: 'Telegram' } as const;

export function FooterLinks({ social }: Pick<SiteSettings, 'social'>) {
  return (
    <div className="mx-auto grid max-w-300 grid-cols-2 gap-x-6 @max-[18rem]:grid-cols-1 gap-y-4 px-4 py-6 md:grid-cols-4 md:gap-8 md:py-10 lg:grid-cols-5">
      <div className="col-span-full flex flex-col md:gap-3 lg:col-span-1">
        <p className="text-lg font-bold">{m.site_name()}</p>
        <p className="text-muted max-md:text-sm">{m.footer_mission()}</p>
        <ul className="flex flex-wrap gap-x-4" aria-label={m.footer_social()}>
          {Object.entries(socialNames).map(([key, name]) => (
            <li key={key}>
              <SocialEntry name={name} address={social[key as keyof typeof socialNames]} />
            </li>
          ))}
        </ul>
      </div>
      {getLinkGroups().map((group) => (
        <nav key={group.title} aria-label={group.title}>
          <p className="font-semibold">{group.title}</p>
          <ul className="mt-1">
            {group.links.map((link) => (
              <li key={link.label}>
                <Link
                  to={pathTo(link.path)}
                  className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline md:min-h-9"
                >
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  );
}

export function FooterSmallPrint({ sourceUrl }: Pick<SiteSettings, 'sourceUrl'>) {
  return (
    <>
      <p>
        {m.footer_copyright({ year: String(new Date().getFullYear()) })} <TranslationNote />
      </p>
      <ul className="flex flex-wrap gap-x-6">
        <li className="inline-flex items-center gap-1.5">
          <Icon name="lock" className="size-4" />
          <NoticeLink anchor="verified-ssl">{m.footer_ssl()}</NoticeLink>
        </li>
        <li className="inline-flex items-center gap-1.5">
          <Icon name="shield" className="size-4" />
          <NoticeLink anchor="data-protected">{m.footer_data_protected()}</NoticeLink>
        </li>
        {sourceUrl && (
          <li>
            <NewTabAnchor href={sourceUrl} className="inline-flex min-h-11 items-center gap-1 underline">
              {m.footer_source_code()}
              <Icon name="external" className="size-3.5" />
            </NewTabAnchor>
          </li>
        )}
      </ul>
    </>
  );
}

/** A translation that no speaker has confirmed may be wrong, so its pages say so. */
function TranslationNote() {
  const count = unconfirmedCounts[currentLanguage()] ?? 0;
  if (count === 0) return null;
  return (
    <Link to={pathTo(languagesPath)} className="underline">
      {m.footer_unconfirmed({ count, shown: formatNumber(count) })}
    </Link>
  );
}

/** Scam sites print the same words, so each links to what it means here and what it does not. */
const NoticeLink = ({ anchor, children }: { anchor: string; children: string }) => (
  <Link to={pathTo(`/about#${anchor}`)} className="inline-flex min-h-11 items-center underline">
    {children}
  </Link>
);

function SocialEntry({ name, address }: { name: string; address: string | undefined }) {
  if (!address) return <span className="inline-flex min-h-11 items-center text-muted">{name}</span>;
  return (
    <NewTabAnchor
      href={address}

      className="inline-flex min-h-11 items-center gap-1 underline"
    >
      {name}
      <Icon name="external" className="size-3.5" />
    </NewTabAnchor>
  );
}

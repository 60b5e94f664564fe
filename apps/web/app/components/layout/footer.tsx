import type { SiteSettings } from '@hakiki/contract/web-handler';
import { useEffect, useState } from 'react';
import { LanguageSwitch } from './language-switch.tsx';
import type * as FooterParts from './footer-parts.tsx';
import { ServerMarkup, useRouterLinks, useIsServerRendered } from './server-only.tsx';

let footerParts: typeof FooterParts | undefined = import.meta.env.SSR ? await import('./footer-parts.tsx') : undefined;

type FooterProps = Pick<SiteSettings, 'social' | 'sourceUrl'>;

export function Footer(site: FooterProps) {
  return (
    <footer className="@container woven mt-10 md:mt-16 border-t border-line bg-surface">
      <StaticPart name="FooterLinks" {...site} />
      <div className="border-t border-line">
        <div className="mx-auto flex max-w-300 flex-col gap-x-4 px-4 py-2 text-sm md:py-6 text-muted md:flex-row md:items-center md:justify-between">
          <StaticPart name="FooterSmallPrint" {...site} />
          <LanguageSwitch />
        </div>
      </div>
    </footer>
  );
}

/** The footer is part of the server-rendered page; a person who comes from the admin pages has to load it. */
function StaticPart({ name, ...site }: { name: keyof typeof FooterParts } & FooterProps) {
  const isServed = useIsServerRendered();
  const [loaded, setLoaded] = useState(() => footerParts);
  const linkHandlers = useRouterLinks();
  const isMissing = !isServed && !loaded;
  useEffect(() => {
    if (isMissing) void import('./footer-parts.tsx').then((fetched) => setLoaded((footerParts = fetched)));
  }, [isMissing]);
  if (!loaded) return <ServerMarkup {...linkHandlers} className="contents" />;
  const Part = loaded[name];
  return (
    <div {...linkHandlers} className="contents">
      <Part {...site} />
    </div>
  );
}

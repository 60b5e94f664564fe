import type { SiteSettings } from '@hakiki/contract/web-handler';
import { useEffect, useState } from 'react';
import { LanguageSwitch } from './language-switch.tsx';
import type * as FooterParts from './footer-parts.tsx';
import { AsServed, useFollowedLinks, useIsServed } from './still.tsx';

let parts: typeof FooterParts | undefined = import.meta.env.SSR ? await import('./footer-parts.tsx') : undefined;

export function Footer({ social }: { social: SiteSettings['social'] }) {
  return (
    <footer className="woven mt-10 md:mt-16 border-t border-line bg-surface">
      <Still name="FooterLinks" social={social} />
      <div className="border-t border-line">
        <div className="mx-auto flex max-w-300 flex-col gap-x-4 px-4 py-4 text-sm md:py-6 text-muted md:flex-row md:items-center md:justify-between">
          <Still name="FooterSmallPrint" social={social} />
          <LanguageSwitch />
        </div>
      </div>
    </footer>
  );
}

/** The footer is part of the server-rendered page; a person who comes from the admin pages has to load it. */
function Still({ name, social }: { name: keyof typeof FooterParts; social: SiteSettings['social'] }) {
  const isServed = useIsServed();
  const [loaded, setLoaded] = useState(() => parts);
  const follow = useFollowedLinks();
  const isMissing = !isServed && !loaded;
  useEffect(() => {
    if (isMissing) void import('./footer-parts.tsx').then((fetched) => setLoaded((parts = fetched)));
  }, [isMissing]);
  if (!loaded) return <AsServed {...follow} className="contents" />;
  const Part = loaded[name];
  return (
    <div {...follow} className="contents">
      <Part social={social} />
    </div>
  );
}

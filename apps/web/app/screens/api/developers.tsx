/** The documentation of the public API for everybody: nobody should have to buy before they can read it. */
import { developersPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { apiDocs } from '../../../content/api-docs.ts';
import { buttonClass } from '../../components/ui/button.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { siteContext } from '../../lib/pages/context.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/developers.ts';
import { Reference } from './reference.tsx';

export const loader = ({ context }: Route.LoaderArgs) => apiDocs(currentLanguage(), context.get(siteContext).origin);

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, {
    path: developersPath,
    title: m.developers_title(),
    description: m.developers_description(),
    isIndexed: metaArgs.location.search === '',
    isForExperts: true,
  });

export default function Developers({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <>
      <h1 className="title-page">{m.developers_title()}</h1>
      <div className="mt-4 mb-8 flex flex-wrap gap-3">
        <Link to={pathTo('/pricing')} className={buttonClass('primary')}>
          {m.api_upgrade()}
        </Link>
        <Link to={pathTo('/api')} className={buttonClass('secondary')}>
          {m.developers_keys()}
        </Link>
      </div>
      <h2 className="sr-only">{m.api_tab_documentation()}</h2>
      <Reference docs={loaderData} />
    </>
  );
}

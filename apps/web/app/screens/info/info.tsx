import { data } from 'react-router';
import { infoPage } from '../../../content/index.ts';
import { infoSlugs } from '../../../content/page.ts';
import { Inline, InfoSections } from '../../components/info/sections.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { currentLanguage, translatePath } from '../../lib/language/language.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/info.ts';

export function loader({ request }: Route.LoaderArgs) {
  const path = translatePath(new URL(request.url).pathname.replace(/\.data$/, ''), 'en');
  const slug = infoSlugs.find((candidate) => `/${candidate}` === path);
  if (!slug) throw data(null, { status: 404 });
  return { slug, page: infoPage(currentLanguage(), slug) };
}

export const meta: Route.MetaFunction = (metaArgs) => {
  if (!metaArgs.loaderData) return [];
  const { slug, page } = metaArgs.loaderData;
  return pageHead(metaArgs, { path: `/${slug}`, title: page.title, description: page.description });
};

export default function InfoPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <div className="grid gap-10 lg:grid-cols-[16rem_1fr]">
      <nav
        aria-label={m.info_on_this_page()}
        className="order-2 hidden self-start lg:sticky lg:top-24 lg:order-none lg:block"
      >
        <p className="text-sm font-semibold text-muted">{m.info_on_this_page()}</p>
        <ul className="mt-2 border-s border-line">
          {page.sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`} className="inline-flex py-1.5 ps-4 text-muted hover:text-ink hover:underline">
                {section.heading}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article className="max-w-[68ch]">
        <h1 className="title-page">{page.title}</h1>
        <p className="mt-4 text-lg text-muted">
          <Inline text={page.lead} />
        </p>
        <p className="mt-2 text-sm text-muted">{m.info_updated({ date: formatDate(`${page.updated}T12:00:00Z`) })}</p>
        <InfoSections sections={page.sections} />
      </article>
    </div>
  );
}

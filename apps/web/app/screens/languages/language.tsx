/** The texts of a language that no speaker has confirmed, each with its English text and a page that shows it. */
import { defaultLanguage, languagesPath, languageTable, localisePath } from '@hakiki/contract/site';
import { data, Link, useLocation } from 'react-router';
import { Pagination } from '../../components/lists/pagination.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { languages } from '../../lib/language/language.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/language.ts';

const ROWS_PER_PAGE = 50;

export async function loader({ params, request }: Route.LoaderArgs) {
  const language = languages.find((one) => one === params.language && one !== defaultLanguage);
  if (!language) throw data(null, { status: 404 });
  const { unconfirmedTexts } = await import('../../paraglide/unconfirmed_texts.js');
  const rows = unconfirmedTexts[language] ?? [];
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const asked = Number(new URL(request.url).searchParams.get('page') ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pages) : 1;
  const first = (page - 1) * ROWS_PER_PAGE;
  return { language, page, pages, total: rows.length, rows: rows.slice(first, first + ROWS_PER_PAGE) };
}

export const meta: Route.MetaFunction = (metaArgs) => {
  if (!metaArgs.loaderData) return [];
  const { language } = metaArgs.loaderData;
  return pageHead(metaArgs, {
    path: `${languagesPath}/${language}`,
    title: languageTable[language].name,
    description: m.languages_lead(),
    isIndexed: false,
  });
};

export default function LanguageTexts({ loaderData: { language, page, pages, total, rows } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const { name, direction } = languageTable[language];
  return (
    <>
      <h1 className="title-page" lang={language}>
        <bdi>{name}</bdi>
      </h1>
      <p className="mt-2 text-muted">
        {m.languages_waiting({ count: total, shown: formatNumber(total) })}.{' '}
        <Link to={pathTo(languagesPath)} className="underline">
          {m.languages_help_title()}
        </Link>
      </p>
      <ol className="mt-4 grid max-w-[80ch] gap-3">
        {rows.map(({ id, place, english, text }) => (
          <li key={id} className="border-b border-line pb-3">
            <p lang={language} dir={direction} className="font-semibold wrap-anywhere">
              {text}
            </p>
            {english && (
              <p lang={defaultLanguage} dir="ltr" className="text-muted wrap-anywhere">
                {english}
              </p>
            )}
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
              <bdi className="wrap-anywhere">{id}</bdi>
              {place !== '' && !place.includes(':') && (
                // Another language is another document.
                <a
                  href={localisePath(language, place)}
                  hrefLang={language}
                  className="inline-flex min-h-11 items-center underline"
                >
                  <bdi>{place}</bdi>
                </a>
              )}
            </p>
          </li>
        ))}
      </ol>
      <Pagination page={page} pages={pages} toPath={(one) => `${pathname}?page=${one}`} />
    </>
  );
}

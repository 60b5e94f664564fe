import { firstHourPath } from '@hakiki/contract/site';
import { toFirstHourPath } from '@hakiki/contract/rescue-values';
import { infoPage } from '../../../content/index.ts';
import { Inline, InfoSections } from '../../components/info/sections.tsx';
import type { Option, OptionGroup } from '../../components/ui/field.tsx';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/first-hour.ts';
import { choiceClass } from './parts.tsx';

export const loader = () => ({ page: infoPage(currentLanguage(), 'first-hour') });

export const meta: Route.MetaFunction = (metaArgs) => {
  if (!metaArgs.loaderData) return [];
  const { title, description } = metaArgs.loaderData.page;
  return pageHead(metaArgs, { path: firstHourPath, title, description });
};

const isGroup = (option: Option | OptionGroup): option is OptionGroup => 'options' in option;

export default function FirstHour({ loaderData: { page } }: Route.ComponentProps) {
  const options = listCountryOptions();
  const first = options.filter((option): option is Option => !isGroup(option));
  const rest = options.find(isGroup)?.options ?? [];
  return (
    <article className="max-w-[68ch]">
      <h1 className="title-page">{page.title}</h1>
      <p className="mt-4 text-lg text-muted">
        <Inline text={page.lead} />
      </p>
      <section aria-labelledby="country" className="mt-6">
        <h2 id="country" className="title-section">
          {m.fh_pick_country()}
        </h2>
        <p className="mt-1 text-muted">{m.fh_pick_country_hint()}</p>
        <Countries options={first} />
        <h3 className="mt-4 font-semibold">{m.fh_countries_all()}</h3>
        <Countries options={rest} />
      </section>
      <InfoSections sections={page.sections} />
      <p className="mt-10 text-sm text-muted">{m.info_updated({ date: formatDate(`${page.updated}T12:00:00Z`) })}</p>
    </article>
  );
}

const Countries = ({ options }: { options: readonly Option[] }) => (
  <ul className="mt-3 grid grid-cols-2 gap-2 @max-[19rem]/page:grid-cols-1 md:grid-cols-3">
    {options.map(({ value, label }) => (
      <li key={value} className="flex">
        {/* A plain link: the service worker answers it offline. */}
        <a href={pathTo(toFirstHourPath(value))} className={choiceClass}>
          {label}
        </a>
      </li>
    ))}
  </ul>
);

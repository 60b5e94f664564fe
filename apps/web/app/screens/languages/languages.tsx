/** The languages of the site, how many of their texts no speaker has confirmed, and how a speaker can help. */
import { defaultLanguage, languagesPath, languageTable } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { type Language, languages } from '../../lib/language/language.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { unconfirmedCounts } from '../../paraglide/translation_counts.js';

export const meta = unlistedPage(languagesPath, m.languages_title, m.languages_lead);

export default function Languages() {
  return (
    <div className="max-w-[68ch]">
      <h1 className="title-page">{m.languages_title()}</h1>
      <p className="mt-2 text-pretty text-muted md:text-lg">{m.languages_lead()}</p>
      <ul className="mt-6 divide-y divide-line border-y border-line">
        {languages.map((language) => (
          <LanguageRow key={language} language={language} />
        ))}
      </ul>
      <h2 className="title-section mt-8">{m.languages_help_title()}</h2>
      <ol className="mt-2 list-decimal ps-6">
        <li>{m.languages_help_read()}</li>
        <li>{m.languages_help_note()}</li>
        <li>{m.languages_help_send()}</li>
      </ol>
      <Link to={pathTo('/contact')} className={buttonClass('secondary', 'mt-4')}>
        {m.footer_contact()}
      </Link>
    </div>
  );
}

function LanguageRow({ language }: { language: Language }) {
  const { name, direction } = languageTable[language];
  const waiting = unconfirmedCounts[language] ?? 0;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-1">
      <span lang={language} dir={direction} className="font-semibold">
        {name}
      </span>
      {waiting > 0 ? (
        <Link to={pathTo(`${languagesPath}/${language}`)} className="inline-flex min-h-11 items-center underline">
          {m.languages_waiting({ count: waiting, shown: formatNumber(waiting) })}
        </Link>
      ) : (
        <span className="inline-flex min-h-11 items-center text-muted">
          {language === defaultLanguage ? m.languages_original() : m.languages_confirmed()}
        </span>
      )}
    </li>
  );
}

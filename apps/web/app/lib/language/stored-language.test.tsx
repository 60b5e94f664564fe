import { describe, expect, it } from 'vitest';
import { anAlert, aProvider, aReport } from '../../../test/factories.ts';
import { getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { AlertCard } from '../../components/alerts/card.tsx';
import { FlagReasons } from '../../components/providers/flag-reasons.tsx';
import { ReportCard } from '../../components/alerts/report-card.tsx';
import { ProviderCard } from '../../components/providers/card.tsx';
import { getStoredTextLang } from './stored-language.ts';

describe('user texts on a page in another language', () => {
  it('marks stored texts as English on a French page, so that a screen reader pronounces them correctly [WARN-16] [LANG-04]', () => {
    setTestLanguage('fr');
    const provider = aProvider({ description: 'Trades in coins.' });
    const inEnglish = (page: HTMLElement) => [...page.querySelectorAll('[lang="en"]')].map(getText);
    expect(inEnglish(renderInBrowser(<ProviderCard provider={provider} />))).toContain('Trades in coins.');
    expect(inEnglish(renderInBrowser(<FlagReasons reasons={['It is a clone.']} />))).toEqual(['It is a clone.']);
    const card = renderInBrowser(<AlertCard item={anAlert({ title: 'A fake shop' })} isMember />);
    expect(inEnglish(card)).toContain('A fake shop');
  });

  it('labels and marks a report in another language than the page [WARN-16] [LANG-04]', () => {
    const report = aReport({ description: 'Rien depuis mai.', language: 'fr' });
    const page = renderInBrowser(<ReportCard item={report} isMember />);
    expect(getAttributeValues(page, 'data-text-language')).toEqual(['fr']);
    expect([...page.querySelectorAll('[lang="fr"]')].map(getText)).toEqual(['Rien depuis mai.']);
    expect(getAttributeValues(renderInBrowser(<ReportCard item={aReport()} isMember />), 'lang')).toEqual([]);
  });

  it('adds no lang attribute on an English page, nor to translated texts', () => {
    expect(getAttributeValues(renderInBrowser(<ProviderCard provider={aProvider()} />), 'lang')).toEqual([]);
    setTestLanguage('fr');
    expect(getAttributeValues(renderInBrowser(<FlagReasons reasons={[]} />), 'lang')).toEqual([]);
  });

  it('returns French where the stored language is known', () => {
    expect([getStoredTextLang(), getStoredTextLang('fr')]).toEqual([undefined, 'fr']);
    setTestLanguage('fr');
    expect([getStoredTextLang(), getStoredTextLang('fr')]).toEqual(['en', undefined]);
  });
});

import { describe, expect, it } from 'vitest';
import { anAlert, aProvider } from '../../../test/makers.ts';
import { textOf, valuesOf } from '../../../test/reading.ts';
import { speaking } from '../../../test/context.ts';
import { show } from '../../../test/show.tsx';
import { AlertCard } from '../../components/alerts/card.tsx';
import { FlagReasons } from '../../components/providers/flag-reasons.tsx';
import { ProviderCard } from '../../components/providers/card.tsx';
import { storedLang } from './stored-language.ts';

describe('user texts on a page in another language', () => {
  it('marks stored texts as English on a French page, so that a screen reader pronounces them correctly [WARN-16]', () => {
    speaking('fr');
    const provider = aProvider({ description: 'Trades in coins.' });
    const inEnglish = (page: HTMLElement) => [...page.querySelectorAll('[lang="en"]')].map(textOf);
    expect(inEnglish(show(<ProviderCard provider={provider} />))).toContain('Trades in coins.');
    expect(inEnglish(show(<FlagReasons reasons={['It is a clone.']} />))).toEqual(['It is a clone.']);
    const card = show(<AlertCard item={anAlert({ title: 'A fake shop' })} isMember />);
    expect(inEnglish(card)).toContain('A fake shop');
  });

  it('adds no lang attribute on an English page, nor to translated texts', () => {
    expect(valuesOf(show(<ProviderCard provider={aProvider()} />), 'lang')).toEqual([]);
    speaking('fr');
    expect(valuesOf(show(<FlagReasons reasons={[]} />), 'lang')).toEqual([]);
  });

  it('returns French where the stored language is known', () => {
    expect([storedLang(), storedLang('fr')]).toEqual([undefined, 'fr']);
    speaking('fr');
    expect([storedLang(), storedLang('fr')]).toEqual(['en', undefined]);
  });
});

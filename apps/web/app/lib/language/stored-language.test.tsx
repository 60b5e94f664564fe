import { describe, expect, it } from 'vitest';
import { anAlert, aProvider } from '../../../test/makers.ts';
import { textOf, valuesOf } from '../../../test/reading.ts';
import { speaking } from '../../../test/context.ts';
import { show } from '../../../test/show.tsx';
import { AlertCard } from '../../components/alerts/card.tsx';
import { FlagReasons } from '../../components/providers/flag-reasons.tsx';
import { ProviderCard } from '../../components/providers/card.tsx';
import { storedLang } from './stored-language.ts';

describe('what people wrote, on a page in another language', () => {
  it('is told to be English, so that a screen reader does not read it as French [WARN-16]', () => {
    speaking('fr');
    const provider = aProvider({ description: 'Trades in coins.' });
    const inEnglish = (page: HTMLElement) => [...page.querySelectorAll('[lang="en"]')].map(textOf);
    expect(inEnglish(show(<ProviderCard provider={provider} />))).toContain('Trades in coins.');
    expect(inEnglish(show(<FlagReasons reasons={['It is a clone.']} />))).toEqual(['It is a clone.']);
    const card = show(<AlertCard item={anAlert({ title: 'A fake shop' })} isMember />);
    expect(inEnglish(card)).toContain('A fake shop');
  });

  it('is left as it is on an English page, and where the words are our own', () => {
    expect(valuesOf(show(<ProviderCard provider={aProvider()} />), 'lang')).toEqual([]);
    speaking('fr');
    expect(valuesOf(show(<FlagReasons reasons={[]} />), 'lang')).toEqual([]);
  });

  it('is French where that is known', () => {
    expect([storedLang(), storedLang('fr')]).toEqual([undefined, 'fr']);
    speaking('fr');
    expect([storedLang(), storedLang('fr')]).toEqual(['en', undefined]);
  });
});

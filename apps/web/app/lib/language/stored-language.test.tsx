import { describe, expect, it } from 'vitest';
import { anAlert, aProvider } from '../../../test/makers.ts';
import { render, speaking } from '../../../test/render.tsx';
import { AlertCard } from '../../components/alerts/card.tsx';
import { FlagReasons } from '../../components/providers/flag-reasons.tsx';
import { ProviderCard } from '../../components/providers/card.tsx';
import { storedLang } from './stored-language.ts';

describe('what people wrote, on a page in another language', () => {
  it('is told to be English, so that a screen reader does not read it as French [WARN-16]', () => {
    speaking('fr');
    const provider = aProvider({ description: 'Trades in coins.' });
    expect(render(<ProviderCard provider={provider} />)).toMatch(/<p lang="en"[^>]*>Trades in coins\./);
    expect(render(<FlagReasons reasons={['It is a clone.']} />)).toContain('<li lang="en">It is a clone.</li>');
    const card = render(<AlertCard item={anAlert({ title: 'A fake shop' })} isMember />);
    expect(card).toMatch(/lang="en"[^>]*>A fake shop/);
  });

  it('is left as it is on an English page, and where the words are our own', () => {
    expect(render(<ProviderCard provider={aProvider()} />)).not.toContain('lang=');
    speaking('fr');
    expect(render(<FlagReasons reasons={[]} />)).not.toContain('lang=');
  });

  it('is French where that is known', () => {
    expect([storedLang(), storedLang('fr')]).toEqual([undefined, 'fr']);
    speaking('fr');
    expect([storedLang(), storedLang('fr')]).toEqual(['en', undefined]);
  });
});

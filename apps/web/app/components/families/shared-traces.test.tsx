import type { SharedTrace } from '@hakiki/contract/families';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { SharedTraces } from './shared-traces.tsx';

const trace: SharedTrace = {
  kind: 'wallet',
  value: '0x52908400',
  isAsked: false,
  count: 7,
  indicators: [
    {
      kind: 'website',
      value: 'two.example',
      seenOn: '2026-11-18',
      source: { kind: 'list', name: 'Demo list', url: 'https://list.example' },
    },
  ],
};

describe('the lines about shared traces', () => {
  it('the lines say "uses the same wallet as", with source and date, never that the people are the same, and can be disputed [FAM-03] [FAM-04]', () => {
    const page = renderOnServer(
      <SharedTraces traces={[trace, { ...trace, kind: 'phone', value: null, isAsked: true, count: 1 }]} />,
    );
    expect(getText(page)).toContain(
      'Uses the same wallet as 7 others with a warning: 0x52908400 two.example (Nov 18, 2026, Demo list) And 6 more.',
    );
    expect(getText(page)).toContain('1 other with a warning uses it:');
    expect(getText(page)).toContain('does not prove that the same people are behind both');
    expect(getLinks(page).map(({ href }) => href)).toEqual([
      '/check/website/two.example',
      '/check/website/two.example',
      expect.stringMatching(/^\/dispute/),
    ]);
  });

  it('speak French', () => {
    setTestLanguage('fr');
    expect(getText(renderOnServer(<SharedTraces traces={[trace]} />))).toContain(
      'Utilise le même portefeuille que 7 autres',
    );
  });
});

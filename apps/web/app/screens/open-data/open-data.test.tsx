import type { OpenData } from '@hakiki/contract/open-data';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, errorResponse } from '../../../test/fake-api.ts';
import { getText } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import OpenDataPage, { loader } from './open-data.tsx';

const file = (name: string, entries: number, licence = 'CC-BY-4.0') => ({
  name,
  bytes: 2 * 1024 * 1024,
  sha256: 'a'.repeat(64),
  entries,
  licence,
});
const release: NonNullable<OpenData['release']> = {
  sequence: 1_793_527_200,
  generatedAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-11-02T10:00:00.000Z',
  publicKey: 'RWQabcdef',
  delay: { changes: 12, medianSeconds: 9, maxSeconds: 31 },
  errors: { listed: 1200, overruled: 3, days: 90 },
  files: [
    file('changes/2026-10-31.jsonl', 4),
    file('changes/2026-11-01.jsonl', 7),
    file('domains.txt', 900),
    file('gpl3/indicators.jsonl.gz', 40, 'GPL-3.0'),
    file('withdrawn.xml', 2),
  ],
  sources: [
    {
      name: 'A free list',
      url: 'https://list.example',
      licence: 'MIT',
      licenceUrl: 'https://list.example/LICENSE',
      attribution: 'Copyright A free list',
    },
  ],
};

async function renderPage(response: unknown) {
  const { api } = createFakeApi({ '/api/open-data': response });
  const store = new QueryStore(api);
  const { context } = createServerContext(api);
  const request = new Request('http://hakiki.test/open-data');
  const loaded = await loader({ request, context, params: {} } as never);
  hydrateStore(store, loaded);
  return renderPageOnServer(OpenDataPage, { at: '/open-data', store, path: '/open-data' });
}

describe('the page of open data', () => {
  it('lists each file with its use, entries, size and licence, and the newest day of changes only', async () => {
    const page = await renderPage({ release });
    const rows = within(page).getAllByRole('row').slice(1).map(getText);
    expect(rows).toEqual([
      expect.stringMatching(/domains\.txt.*Pi-hole.*900.*2 MB.*CC-BY-4\.0/),
      expect.stringMatching(/gpl3\/indicators\.jsonl\.gz.*GPL.*40.*2 MB.*GPL-3\.0/),
      expect.stringMatching(/withdrawn\.xml.*withdrawn entries.*2/),
      expect.stringMatching(/changes\/2026-11-01\.jsonl.*7/),
    ]);
    expect(within(page).getByRole('link', { name: 'domains.txt' }).getAttribute('href')).toBe('/feeds/v1/domains.txt');
  });

  it('prints the measured delay, the share of wrong entries, the key and the lists by others', async () => {
    const text = getText(await renderPage({ release }));
    expect(text).toContain('Measured over the last 12 changes: median 9 seconds, maximum 31 seconds.');
    expect(text).toContain('In the last 90 days we withdrew 3 entries as wrong. 1,200 are listed now.');
    expect(text).toContain('minisign -Vm manifest.json -P RWQabcdef');
    expect(text).toMatch(/A free list.* · MIT.*Copyright A free list/);
  });

  it('says so before the first release, and when the list cannot be loaded, in French too', async () => {
    expect(getText(await renderPage({ release: null }))).toContain(
      'Nothing is published yet There is no file to download yet. Please come back tomorrow.',
    );
    setTestLanguage('fr');
    expect(getText(await renderPage({ release: null }))).toContain('Rien n’est encore publié');
    expect(getText(await renderPage(errorResponse(503)))).toContain('Impossible de charger la liste des fichiers');
  });
});

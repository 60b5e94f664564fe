import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aFlaggedProvider, anEvidence, anId, aProvider } from '../../../test/factories.ts';
import { getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { ProviderVerdict } from '../../components/providers/verdict.tsx';
import type { QueryState } from '../../lib/api/use-query.ts';
import { EvidenceTable } from './evidence-table.tsx';

const toReadyState = <Data,>(data: Data): QueryState<Data> => ({ status: 'ready', data });
const renderVerdict = (provider = aProvider(), evidence = [anEvidence()]) =>
  renderInBrowser(<ProviderVerdict provider={provider} evidence={toReadyState(evidence)} />);

describe('the verdict of a provider', () => {
  it('the verdict is a text with an icon for every status', () => {
    const icons = ['Verified', 'Limited', 'Pending', 'Flagged'].map((verificationStatus) => {
      const page = renderVerdict(aProvider({ verificationStatus }));
      expect(getAttributeValues(page, 'data-status')).toEqual([verificationStatus]);
      expect(getText(page)).toMatch(new RegExp(`^${verificationStatus} `));
      return getAttributeValues(page, 'data-icon')[0];
    });
    expect(new Set(icons).size).toBe(4);
  });

  it('the verdict shows the date and source of the last check, and links to all evidence', () => {
    const olderEvidence = anEvidence({ id: anId(2), checkedOn: '2025-01-02', authority: 'Old Authority' });
    const page = renderVerdict(aProvider(), [anEvidence(), olderEvidence]);
    expect(getText(page)).toContain('Last checked Mar 7, 2026');
    expect(getText(page)).toContain('Source: Markets Authority, Kenya Mar 7, 2026');
    expect(getAttributeValues(page, 'datetime')).toEqual(['2026-03-07', '2026-03-07']);
    expect(getLinks(page)).toEqual([
      { text: 'See what was checked', href: `/provider/${anId()}?tab=compliance` },
      { text: 'Read the reviews', href: `/provider/${anId()}?tab=reviews` },
      { text: 'How we rate risk', href: '/how-we-rate' },
    ]);
  });

  it('the verdict says when nothing was checked', () => {
    const page = renderVerdict(aProvider(), []);
    expect(getText(page)).toContain('Nothing was checked against a public source yet.');
    expect(getText(page)).toContain('Licence Depends on the country The provider says: Licence 12345 See each country');
    expect(getLinks(page).map(({ text }) => text)).not.toContain('See what was checked');
  });

  it('the verdict of a flagged provider is a banner that names the authority of a warning [PROV-07] [DEC-06]', () => {
    const page = renderVerdict(aFlaggedProvider({ riskScore: 'High' }), [anEvidence({ kind: 'warning' })]);
    expect(getText(within(page).getByRole('alert'))).toMatch(
      /^Flagged Do not pay\. .* Report Issue Provider Flagged On the warning list of Markets Authority when checked on Mar 7, 2026\. No licence Withdrawals stopped Last checked/,
    );
  });

  it('the verdict keeps its space while the evidence loads', () => {
    const page = renderInBrowser(<ProviderVerdict provider={aProvider()} evidence={{ status: 'loading' }} />);
    expect(getText(page)).toMatch(/^Verified Licence … Warnings … /);
    expect(getAttributeValues(page, 'aria-label')).toContain('Loading what was checked');
  });

  it('the verdict says what to do before the evidence is loaded [WARN-11]', () => {
    const page = renderInBrowser(<ProviderVerdict provider={aFlaggedProvider()} evidence={{ status: 'loading' }} />);
    expect(getText(page)).toMatch(
      /^Flagged Do not pay\. .* Already paid\? The first hour Report Issue Licence … Warnings …/,
    );
  });

  it('the verdict is in French, including the countries', () => {
    setTestLanguage('fr');
    const text = getText(renderVerdict(aProvider(), [anEvidence({ country: 'south africa' })]));
    expect(text).toContain('Vérifié Agrément L-12345');
    expect(text).toContain('Risque Risque moyen Comment nous évaluons le risque');
    expect(text).toContain('Source : Markets Authority, Afrique du Sud');
  });
});

describe('the evidence about a provider', () => {
  const listCellTexts = (page: HTMLElement) => within(page).queryAllByRole('cell').map(getText);

  it('the evidence is a table of kind, country, authority, reference, source, date and person', () => {
    const page = renderInBrowser(<EvidenceTable evidence={[anEvidence()]} />);
    expect([...page.querySelectorAll('th')].map(getText)).toEqual([
      'Kind · Country',
      'Authority · Reference',
      'Where to read it',
      'Checked on · Checked by',
    ]);
    expect(listCellTexts(page)).toEqual([
      'Kind Licence Country Kenya',
      'Authority Markets Authority Reference L-12345',
      'Where to read it register.example/l-12345 (opens in a new tab)',
      'Checked on Mar 7, 2026 Checked by Register team',
    ]);
  });

  it('the source link has rel=nofollow and rel=noopener', () => {
    const link = within(renderInBrowser(<EvidenceTable evidence={[anEvidence()]} />)).getByRole<HTMLAnchorElement>(
      'link',
    );
    expect(link.href).toBe('https://register.example/l-12345');
    expect(link.rel.split(' ')).toEqual(expect.arrayContaining(['noopener', 'nofollow']));
  });

  it('the evidence table does not link an invalid web address, and says what is missing', () => {
    const page = renderInBrowser(
      <EvidenceTable
        evidence={[
          anEvidence({ sourceUrl: 'javascript:alert(1)' }),
          anEvidence({ id: anId(2), sourceUrl: null, reference: null }),
        ]}
      />,
    );
    expect(getLinks(page)).toEqual([]);
    expect(listCellTexts(page)).toContain('Where to read it Not online');
    expect(listCellTexts(page)).toContain('Authority Markets Authority Reference Not stated');
  });

  it('the evidence table says when there is no evidence', () => {
    expect(getText(renderInBrowser(<EvidenceTable evidence={[]} />))).toMatch(/^Nothing checked yet/);
  });
});

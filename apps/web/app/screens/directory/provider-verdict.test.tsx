import { describe, expect, it } from 'vitest';
import { aFlaggedProvider, anEvidence, anId, aProvider } from '../../../test/makers.ts';
import { attributeOf, elementsOf, linksOf, render, speaking, textOf, valuesOf } from '../../../test/render.tsx';
import { ProviderVerdict } from '../../components/providers/verdict.tsx';
import type { ReadState } from '../../lib/api/use-read.ts';
import { EvidenceTable } from './evidence-table.tsx';

const ready = <Data,>(data: Data): ReadState<Data> => ({ status: 'ready', data });
const verdict = (provider = aProvider(), evidence = [anEvidence()]) =>
  render(<ProviderVerdict provider={provider} evidence={ready(evidence)} />);

describe('the verdict', () => {
  it('is a word with an icon, for every status', () => {
    const icons = ['Verified', 'Limited', 'Pending', 'Flagged'].map((verificationStatus) => {
      const markup = verdict(aProvider({ verificationStatus }));
      expect(valuesOf(markup, 'data-status')).toEqual([verificationStatus]);
      expect(textOf(markup)).toMatch(new RegExp(`^${verificationStatus} Low risk`));
      return valuesOf(markup, 'data-icon')[0];
    });
    expect(new Set(icons).size).toBe(4);
  });

  it('tells when and where it was last checked, and leads to all evidence', () => {
    const older = anEvidence({ id: anId(2), checkedOn: '2025-01-02', authority: 'Old Authority' });
    const markup = verdict(aProvider(), [anEvidence(), older]);
    expect(textOf(markup)).toContain('Last checked Mar 7, 2026 Source: Markets Authority, Kenya');
    expect(valuesOf(markup, 'datetime').concat(valuesOf(markup, 'dateTime'))).toEqual(['2026-03-07']);
    expect(linksOf(markup)).toEqual([{ text: 'See what was checked', href: `/provider/${anId()}?tab=compliance` }]);
  });

  it('says plainly when nothing was checked', () => {
    const markup = verdict(aProvider(), []);
    expect(textOf(markup)).toContain('Nothing was checked against a public source yet.');
    expect(linksOf(markup)).toEqual([]);
  });

  it('of a flagged provider is the banner, with a warning in the name of those who gave it [PROV-07] [DEC-06]', () => {
    const markup = verdict(aFlaggedProvider({ riskScore: 'High' }), [anEvidence({ kind: 'warning' })]);
    expect(markup).toMatch(/^<div role="alert"/);
    expect(textOf(markup)).toMatch(
      /^Flagged High risk Do not pay\. .* Report Issue Provider Flagged On the warning list of Markets Authority when checked on Mar 7, 2026\. No licence Withdrawals stopped Be very careful/,
    );
  });

  it('keeps its place while the evidence is on its way', () => {
    const markup = render(<ProviderVerdict provider={aProvider()} evidence={{ status: 'loading' }} />);
    expect(textOf(markup)).toBe('Verified Low risk');
    expect(valuesOf(markup, 'aria-label')).toContain('Loading what was checked');
  });

  it('says what to do before anything was loaded that explains it [WARN-11]', () => {
    const markup = render(<ProviderVerdict provider={aFlaggedProvider()} evidence={{ status: 'loading' }} />);
    expect(textOf(markup)).toMatch(/^Flagged Low risk Do not pay\. .* Already paid\? The first hour Report Issue$/);
  });

  it('speaks French, countries included', () => {
    speaking('fr');
    const text = textOf(verdict(aProvider(), [anEvidence({ country: 'south africa' })]));
    expect(text).toContain('Vérifié Risque faible Agrément L-12345');
    expect(text).toContain('Source : Markets Authority, Afrique du Sud');
  });
});

describe('the evidence', () => {
  const cells = (markup: string) => elementsOf(markup, 'td').map(({ text }) => text);

  it('is a table of kind, country, authority, reference, source, day and person', () => {
    const markup = render(<EvidenceTable evidence={[anEvidence()]} />);
    expect(elementsOf(markup, 'th').map(({ text }) => text)).toEqual([
      'Kind · Country',
      'Authority · Reference',
      'Where to read it',
      'Checked on · Checked by',
    ]);
    expect(cells(markup)).toEqual([
      'Kind Licence Country Kenya',
      'Authority Markets Authority Reference L-12345',
      'Where to read it register.example/l-12345 (opens in a new tab)',
      'Checked on Mar 7, 2026 Checked by Register team',
    ]);
  });

  it('links the source without lending it our name', () => {
    const [link] = elementsOf(render(<EvidenceTable evidence={[anEvidence()]} />), 'a');
    expect(attributeOf(link!.tag, 'href')).toBe('https://register.example/l-12345');
    expect(attributeOf(link!.tag, 'rel')?.split(' ')).toEqual(expect.arrayContaining(['noopener', 'nofollow']));
  });

  it('never links what is not a web address, and says what is missing', () => {
    const markup = render(
      <EvidenceTable
        evidence={[
          anEvidence({ sourceUrl: 'javascript:alert(1)' }),
          anEvidence({ id: anId(2), sourceUrl: null, reference: null }),
        ]}
      />,
    );
    expect(linksOf(markup)).toEqual([]);
    expect(cells(markup)).toContain('Where to read it Not online');
    expect(cells(markup)).toContain('Authority Markets Authority Reference Not stated');
  });

  it('says when there is none', () => {
    expect(textOf(render(<EvidenceTable evidence={[]} />))).toMatch(/^Nothing checked yet/);
  });
});

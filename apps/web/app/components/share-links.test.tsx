import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getLinks } from '../../test/dom-queries.ts';
import { setTestLanguage } from '../../test/context.ts';
import { renderOnServer } from '../../test/render.tsx';
import { SiteOriginContext } from '../lib/pages/site-origin.ts';
import { ShareLinks } from './share-links.tsx';

const renderLinks = (): HTMLElement =>
  renderOnServer(
    <SiteOriginContext value="https://hakiki.test">
      <ShareLinks text="Hakiki warns about Demo Fasta." path="/provider/1?a=b&c" />
    </SiteOriginContext>,
  );

describe('sharing a page', () => {
  it('the WhatsApp link is a plain link with a short text and the full address of the page, before scripts run', () => {
    const [link] = getLinks(renderLinks());
    expect(link?.text).toContain('Share on WhatsApp');
    const url = new URL(link?.href ?? '');
    expect(url.origin + url.pathname).toBe('https://wa.me/');
    expect([...url.searchParams]).toEqual([
      ['text', 'Hakiki warns about Demo Fasta. https://hakiki.test/provider/1?a=b&c'],
    ]);
  });

  it('the server renders no share menu, and hides the copy button until scripts run', () => {
    const [button, ...others] = within(renderLinks()).getAllByRole('button', { hidden: true });
    expect(others).toEqual([]);
    expect(button?.textContent).toBe('Copy link');
    expect(button?.closest('.needs-scripts')).not.toBeNull();
  });

  it('the share links are translated', () => {
    setTestLanguage('fr');
    expect(getLinks(renderLinks())[0]?.text).toContain('Partager sur WhatsApp');
  });
});

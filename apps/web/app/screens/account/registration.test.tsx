import { describe, expect, it } from 'vitest';
import { openPage } from '../../../test/page.tsx';
import { getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import * as screen from './sign-up.tsx';

const renderTab = async (address: string) => getText((await openPage(screen, address)).body);

describe('the price on the registration tabs', () => {
  it('the tabs for organisations show their price first [PRICE-09] [PRICE-10] [DEC-50] [CONST-07]', async () => {
    expect(await renderTab('/signup?tab=business')).toContain('from R25,000/year');
    expect(await renderTab('/signup?tab=regtech')).toContain('from R50,000/year');
  });

  it('the tab for individuals shows no price', async () => {
    expect(await renderTab('/signup')).not.toMatch(/R\d/);
  });

  it('the French tabs show the same prices', async () => {
    setTestLanguage('fr');
    expect(await renderTab('/fr/signup?tab=regtech')).toContain('à partir de R50 000/an');
  });
});

import { describe, expect, it } from 'vitest';
import { openPage } from '../../../test/page.tsx';
import { textOf } from '../../../test/reading.ts';
import { speaking } from '../../../test/context.ts';
import * as screen from './sign-up.tsx';

const tab = async (address: string) => textOf((await openPage(screen, address)).body);

describe('what registering leads to', () => {
  it('costs organisations something, which their tabs say first [PRICE-09] [PRICE-10] [DEC-50] [CONST-07]', async () => {
    expect(await tab('/signup?tab=business')).toContain('from R25,000/year');
    expect(await tab('/signup?tab=regtech')).toContain('from R50,000/year');
  });

  it('costs a person nothing', async () => {
    expect(await tab('/signup')).not.toMatch(/R\d/);
  });

  it('costs the same in French', async () => {
    speaking('fr');
    expect(await tab('/fr/signup?tab=regtech')).toContain('à partir de R50 000/an');
  });
});

import { expect, it } from 'vitest';
import { openPayfast } from './control.ts';
import { startPayfast } from './server.ts';

it('executes the actions of another process, and returns their errors', async () => {
  const fake = await startPayfast();
  try {
    const remote = openPayfast(fake.url);
    expect(await remote.subscriptions()).toEqual([]);
    await expect(remote.pay({ merchant_id: 'another' })).rejects.toThrow('merchant: not known');
    await expect(remote.renew('nobody')).rejects.toThrow('PayFast knows no subscription nobody.');
    await remote.breakDown({ at: '/eng/query/validate', kind: 'html', times: 1 });
    const validate = () => fetch(`${fake.url}/eng/query/validate`, { method: 'POST', body: 'x=1' });
    expect(await (await validate()).text()).toContain('<h1>Oops</h1>');
    expect(await (await validate()).text()).toBe('INVALID\n');
    expect(await (await fetch(fake.url)).text()).toContain('Nothing is charged by itself.');
  } finally {
    await fake.stop();
  }
});

import { describe, expect, it } from 'vitest';
import { createSecurityHeaders } from './security-headers.ts';

const formAction = (payfast: { siteUrl: string } | undefined): string | undefined => {
  const headers = createSecurityHeaders({ isProduction: true, publicUrl: 'https://hakiki.example', payfast });
  const [, policy] = headers.page([]).find(([name]) => name === 'Content-Security-Policy') ?? [];
  return policy?.split('; ').find((rule) => rule.startsWith('form-action'));
};

describe('form targets in the Content-Security-Policy', () => {
  it('page policies allow forms to post to this site and to the payment provider, and nowhere else [DEC-41]', () => {
    expect(formAction(undefined)).toBe("form-action 'self'");
    expect(formAction({ siteUrl: 'https://www.payfast.co.za/eng' })).toBe(
      "form-action 'self' https://www.payfast.co.za https://payment.payfast.io",
    );
    expect(formAction({ siteUrl: 'http://localhost:3100' })).toBe("form-action 'self' http://localhost:3100");
  });
});

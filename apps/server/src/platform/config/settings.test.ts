import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/hakiki',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://hakiki.example/',
};

const faultsOf = (source: Record<string, string>) => {
  try {
    readSettings(source);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
};

describe('settings', () => {
  it('need only three values in production', () => {
    expect(readSettings(production)).toMatchObject({
      isProduction: true,
      publicUrl: 'https://hakiki.example',
      port: 3000,
      maxInFlight: 200,
      drainSeconds: 5,
      replyCacheSeconds: 5,
      social: {},
    });
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL is required in production',
      'APP_SECRET is required in production',
      'PUBLIC_URL is required in production',
    ]);
  });

  it('need nothing in development', () => {
    expect(readSettings({})).toMatchObject({ isProduction: false, replyCacheSeconds: 0 });
    expect(readSettings({}).appSecret).not.toBe(readSettings({}).appSecret);
  });

  it('name the company, and write to it about sales unless told otherwise [REAL-15]', () => {
    const stated = {
      COMPANY_EMAIL: 'hello@example.com',
      COMPANY_PHONE: '+27 00 111 2222',
      COMPANY_OFFICE: '1 Example Street',
    };
    const company = { email: 'hello@example.com', phone: '+27 00 111 2222', office: '1 Example Street' };
    expect(readSettings(stated)).toMatchObject({ company, salesEmail: 'hello@example.com', hasSalesEmail: true });
    expect(readSettings({ ...stated, SALES_EMAIL: 'sales@example.com' })).toMatchObject({
      company,
      salesEmail: 'sales@example.com',
    });
    expect(readSettings({})).toMatchObject({
      company: { email: 'hello@hakiki.example' },
      salesEmail: 'hello@hakiki.example',
      hasSalesEmail: false,
    });
    expect(faultsOf({ COMPANY_EMAIL: 'hello', SALES_EMAIL: 'sales' })).toEqual([
      'COMPANY_EMAIL must be an email address',
      'SALES_EMAIL must be an email address',
    ]);
  });

  it('report all faults at once, in plain words', () => {
    expect(
      faultsOf({
        ...production,
        APP_SECRET: 'short',
        PUBLIC_URL: 'hakiki',
        PORT: 'http',
        MAX_IN_FLIGHT: '0',
        SMTP_URL: 'mail.example',
        OPERATOR_EMAIL: 'nobody',
      }),
    ).toEqual([
      'APP_SECRET must have at least 32 characters',
      'PUBLIC_URL must be an address starting with http:// or https://',
      'PORT must be a number',
      'MAX_IN_FLIGHT must be at least 1',
      'SMTP_URL must be an address starting with smtp:// or smtps://',
      'OPERATOR_EMAIL must be an email address',
    ]);
    expect(faultsOf({ NODE_ENV: 'staging' })).toEqual(['NODE_ENV must be development, test or production']);
  });

  it('are trimmed, and blank means absent', () => {
    expect(readSettings({ PORT: ' 4000 ', SMTP_URL: '  ', SOCIAL_TWITTER_URL: ' https://x.example ' })).toMatchObject({
      port: 4000,
      mail: { smtpUrl: undefined },
      social: { twitter: 'https://x.example' },
    });
  });

  it('limit people as the contract says, count in PostgreSQL and believe no proxy, unless told otherwise [DEC-84]', () => {
    expect(readSettings(production)).toMatchObject({ redisUrl: undefined, trustedProxies: [], rateLimitScale: 1 });
    expect(
      readSettings({
        REDIS_URL: 'rediss://cache.example:6380',
        TRUSTED_PROXIES: ' loopback, 10.0.0.0/8 ,2001:db8::1,, ',
        RATE_LIMIT_SCALE: '2.5',
      }),
    ).toMatchObject({
      redisUrl: 'rediss://cache.example:6380',
      trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::1'],
      rateLimitScale: 2.5,
    });
    expect(faultsOf({ REDIS_URL: 'http://cache.example', TRUSTED_PROXIES: '10.0.0.0/8,everybody' })).toEqual([
      'REDIS_URL must be an address starting with redis:// or rediss://',
      'TRUSTED_PROXIES must be addresses, blocks such as 10.0.0.0/8, or loopback',
    ]);
    for (const scale of ['0', '-1', '2000', 'many']) {
      expect(faultsOf({ RATE_LIMIT_SCALE: scale }), scale).toEqual([expect.stringMatching(/^RATE_LIMIT_SCALE /)]);
    }
  });

  it('ask administrators for a second factor in production, and elsewhere when told', () => {
    expect(readSettings(production).needsAdminSecondFactor).toBe(true);
    expect(readSettings({}).needsAdminSecondFactor).toBe(false);
    expect(readSettings({ ADMIN_SECOND_FACTOR: 'required' }).needsAdminSecondFactor).toBe(true);
    expect(readSettings({ ...production, ADMIN_SECOND_FACTOR: 'optional' }).needsAdminSecondFactor).toBe(false);
    expect(faultsOf({ ADMIN_SECOND_FACTOR: 'no' })).toEqual(['ADMIN_SECOND_FACTOR must be required or optional']);
  });

  it('offer Google sign-in when both of its values are there [REAL-27]', () => {
    const both = { GOOGLE_CLIENT_ID: 'hakiki', GOOGLE_CLIENT_SECRET: 'shared' };
    expect(readSettings(both).google).toEqual({
      clientId: 'hakiki',
      clientSecret: 'shared',
      issuerUrl: 'https://accounts.google.com',
    });
    expect(readSettings({ ...both, GOOGLE_ISSUER_URL: 'http://127.0.0.1:9' }).google).toMatchObject({
      issuerUrl: 'http://127.0.0.1:9',
    });
    expect(readSettings({}).google).toBeUndefined();
    expect(faultsOf({ GOOGLE_CLIENT_ID: 'hakiki' })).toEqual(['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together']);
  });
});

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
});

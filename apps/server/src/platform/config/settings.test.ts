import { describe, expect, it, vi } from 'vitest';
import { generateKeyPair } from '../sealing/sealed-box.ts';
import { formatSigningKey, parseSigningKey } from '../signing/signed-note.ts';
import { type EntryPoint, readSettings, SettingsError } from './settings.ts';

/** NODE_ENV is not set: production is the default. */
const production = {
  DATABASE_URL: 'postgres://db/hakiki',
  APP_SECRET: 'f3a9c07e51d84b26a0c9e7d15b38f642',
  PUBLIC_URL: 'https://hakiki.example/',
};

const development = { NODE_ENV: 'development' };

const listProblems = (source: Record<string, string>, entryPoint?: EntryPoint) => {
  try {
    readSettings(source, entryPoint);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
};

describe('reading the settings', () => {
  it('publishes a security contact only if somebody receives its mail', () => {
    expect(readSettings(production).securityContact).toBeUndefined();
    expect(readSettings({ ...production, COMPANY_EMAIL: 'us@hakiki.example' }).securityContact).toBe(
      'us@hakiki.example',
    );
    const page = 'https://hakiki.example/security';
    expect(readSettings({ ...production, SECURITY_CONTACT: page }).securityContact).toBe(page);
    expect(listProblems({ ...production, SECURITY_CONTACT: 'call us' })).toEqual([
      'SECURITY_CONTACT must be an email address or a web address',
    ]);
  });

  it('requires only three values for a tool in production', () => {
    expect(readSettings(production)).toMatchObject({
      isProduction: true,
      publicUrl: 'https://hakiki.example',
      port: 3000,
      maxInFlight: 1000,
      drainSeconds: 5,
      replyCacheSeconds: 5,
      social: {},
    });
    expect(listProblems({})).toEqual([
      'DATABASE_URL is required in production',
      'APP_SECRET is required in production',
      'PUBLIC_URL is required in production',
    ]);
    expect(listProblems({}, 'migrate')).toEqual(['DATABASE_URL is required in production']);
    expect(listProblems({ DATABASE_URL: 'postgres://db/hakiki' }, 'migrate')).toEqual([]);
    expect(listProblems({}, 'audit')).toEqual([
      'DATABASE_URL is required in production',
      'APP_SECRET or AUDIT_SECRET of the worker is required: without it the chain cannot be computed again',
    ]);
    expect(
      listProblems({ DATABASE_URL: 'postgres://db/hakiki', AUDIT_SECRET: production.APP_SECRET }, 'audit'),
    ).toEqual([]);
  });

  it('uses the production environment if none is set [SAFE-01]', () => {
    const readSecuritySettings = (source: Record<string, string>) => {
      const { environment, isProduction, hasTestAdmin, needsAdminSecondFactor } = readSettings(source);
      return { environment, isProduction, hasTestAdmin, needsAdminSecondFactor };
    };
    const productionValues = {
      environment: 'production',
      isProduction: true,
      hasTestAdmin: false,
      needsAdminSecondFactor: true,
    };
    expect(readSecuritySettings(production)).toEqual(productionValues);
    expect(readSecuritySettings({ ...production, NODE_ENV: ' ' })).toEqual(productionValues);
    expect(readSecuritySettings({ ...production, NODE_ENV: 'production' })).toEqual(productionValues);
    for (const environment of ['development', 'test']) {
      const developmentValues = {
        environment,
        isProduction: false,
        hasTestAdmin: false,
        needsAdminSecondFactor: false,
      };
      expect(readSecuritySettings({ NODE_ENV: environment })).toEqual(developmentValues);
    }
  });

  it('enables the test administrator only on request, and never in production [SAFE-01] [DEC-37] [DEC-45]', () => {
    expect(readSettings({ ...development, TEST_ADMINISTRATOR: 'on' }).hasTestAdmin).toBe(true);
    expect(readSettings({ ...development, TEST_ADMINISTRATOR: 'off' }).hasTestAdmin).toBe(false);
    expect(listProblems({ ...production, TEST_ADMINISTRATOR: 'on' })).toEqual([
      'TEST_ADMINISTRATOR must not be on in production: everybody may know its password',
    ]);
    expect(listProblems({ ...development, TEST_ADMINISTRATOR: 'yes' })).toEqual([
      'TEST_ADMINISTRATOR must be on or off',
    ]);
  });

  it('replaces the internet by this machine only on request, and never in production [SAFE-01] [REPLY-01]', () => {
    const ports = { TEST_NAME_PORT: '5353', TEST_WEB_PORT: '8080' };
    expect(readSettings(development).testInternet).toBeUndefined();
    expect(readSettings({ ...development, ...ports }).testInternet).toEqual({
      nameServer: '127.0.0.1:5353',
      webPort: 8080,
    });
    const portMessage = (name: string) =>
      `${name} must not be set in production: whoever listens there owns every domain`;
    for (const overrides of [{}, { NODE_ENV: 'production' }, { PUBLIC_URL: 'http://localhost:3000' }]) {
      expect(listProblems({ ...production, ...ports, ...overrides })).toEqual(Object.keys(ports).map(portMessage));
    }
    expect(listProblems({ ...production, TEST_WEB_PORT: '8080' })).toEqual([
      portMessage('TEST_WEB_PORT'),
      'TEST_NAME_PORT and TEST_WEB_PORT go together',
    ]);
    expect(listProblems({ ...development, ...ports, TEST_NAME_PORT: '10.0.0.1:53' })).toEqual([
      'TEST_NAME_PORT must be a number',
    ]);
  });

  it('a demo discards its emails, fetches and publishes nothing, takes no money, and its reset belongs to the worker', () => {
    const demo = { ...production, DEMO: 'on', SMTP_URL: 'smtps://mail.example', OPEN_DATA_FOLDER: '/open-data' };
    const readParts = (source: Record<string, string>) => {
      const { isDemo, mail, fetchesNews, openData } = readSettings(source);
      return { isDemo, isDiscarded: mail.isDiscarded, fetchesNews, folder: openData.folder };
    };
    expect(readParts(demo)).toEqual({ isDemo: true, isDiscarded: true, fetchesNews: false, folder: undefined });
    expect(readParts({ ...demo, DEMO: 'off' })).toEqual({
      isDemo: false,
      isDiscarded: false,
      fetchesNews: true,
      folder: '/open-data',
    });
    expect(listProblems({ ...demo, S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' })).toEqual([
      'S3_BUCKET must not be set with DEMO=on',
    ]);
    const owner = { DEMO_DATABASE_URL: 'postgres://owner@db/hakiki' };
    expect(listProblems({ ...production, ...owner })).toEqual(['DEMO_DATABASE_URL must not be set without DEMO=on']);
    expect(listProblems({ ...demo, ...owner }, 'web')).toContain(
      'DEMO_DATABASE_URL belongs to the worker alone and must not be here',
    );
  });

  it('rejects a mail server without TLS in production, except on this machine', () => {
    const tlsMessage =
      'SMTP_URL must be smtps://, or smtp:// with ?requireTLS=true at its end, and check the certificate: otherwise anybody on the way reads the links for new passwords';
    const listProblemsWith = (SMTP_URL: string) => listProblems({ ...production, SMTP_URL });
    for (const url of [
      'smtp://us:secret@mail.example:587',
      'smtp://mail.example',
      'smtp://mail.example:587?requireTLS=false',
      'smtp://mail.example:587?requireTLS=true&ignoreTLS=true',
      'smtp://mail.example:587?requireTLS=true&tls.rejectUnauthorized=false',
      'smtps://mail.example:465?tls.rejectUnauthorized=false',
      'smtp://localhost.example:25',
    ]) {
      expect(listProblemsWith(url)).toEqual([tlsMessage]);
      expect(listProblems({ ...development, SMTP_URL: url })).toEqual([]);
    }
    for (const url of [
      'smtps://us:secret@mail.example:465',
      'smtp://us:secret@mail.example:587?requireTLS=true',
      'smtp://localhost:25',
      'smtp://127.0.0.1:1025',
      'smtp://[::1]:25',
    ]) {
      expect(listProblemsWith(url)).toEqual([]);
    }
  });

  it('reports guessable secrets and unencrypted URLs together, and only in production', () => {
    const weak = { ...production, APP_SECRET: 'change-me-'.repeat(4), AUDIT_SECRET: 'x'.repeat(32) };
    const developmentValues = {
      ...weak,
      PUBLIC_URL: 'http://hakiki.example',
      DATABASE_URL: 'postgres://hakiki:password@db/hakiki',
    };
    const guessableMessage = (name: string) => `${name} can be guessed: use one made by openssl rand -hex 32`;
    expect(listProblems(developmentValues)).toEqual([
      guessableMessage('APP_SECRET'),
      guessableMessage('AUDIT_SECRET'),
      'DATABASE_URL has a password that everybody tries first',
      'PUBLIC_URL must start with https:// in production: over http anybody on the way reads what reporters send',
    ]);
    expect(listProblems({ ...production, APP_SECRET: 'short' })).toEqual([
      'APP_SECRET must have at least 32 characters',
    ]);
    expect(listProblems({ ...developmentValues, ...development })).toEqual([]);
    for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect(listProblems({ ...production, PUBLIC_URL: url })).toEqual([]);
    }
  });

  it('accepts the next and the previous secret, and requires a separate audit secret for them [SAFE-09]', () => {
    const [next, before] = ['0b7de4915fa2c86390d1b7f24ae65c38', '7c15e09bd3f84a62b1a05d9e7f28c463'];
    expect(readSettings({ ...production, APP_SECRET_NEXT: next, APP_SECRET_BEFORE: before }).appSecret).toEqual({
      current: production.APP_SECRET,
      next,
      before,
      kept: { 'indicator-phone': [], 'backup-codes': [] },
    });
    const kept = Buffer.alloc(32, 7);
    const APP_KEYS_KEPT = `backup-codes:${kept.toString('base64url')}`;
    expect(readSettings({ ...production, APP_KEYS_KEPT }).appSecret).toEqual({
      current: production.APP_SECRET,
      next: undefined,
      before: undefined,
      kept: { 'indicator-phone': [], 'backup-codes': [kept] },
    });
    expect(listProblems({ ...production, APP_KEYS_KEPT: 'mailed-token:AAAA' })).toEqual([
      'APP_KEYS_KEPT must be what npm run keys -- retire has printed',
    ]);
    expect(listProblems({ ...production, APP_SECRET_BEFORE: production.APP_SECRET })).toEqual([
      'APP_SECRET_BEFORE must stand beside an APP_SECRET that is another one',
    ]);
    expect(listProblems({ ...production, APP_SECRET_NEXT: next, APP_SECRET_BEFORE: next })).toEqual([
      'APP_SECRET_NEXT must not be the one from before',
    ]);
    const ofAudit = { DATABASE_URL: 'postgres://db/hakiki', APP_SECRET: production.APP_SECRET, APP_SECRET_NEXT: next };
    expect(listProblems(ofAudit, 'audit')).toEqual([
      'AUDIT_SECRET is required while APP_SECRET changes and afterwards: give it the value that APP_SECRET had when the chain began',
    ]);
    expect(readSettings({ ...ofAudit, AUDIT_SECRET: before }, 'audit').audit.secret).toBe(before);
  });

  it('requires nothing in development, where each process has its own secret', async () => {
    expect(readSettings(development)).toMatchObject({ isProduction: false, replyCacheSeconds: 0 });
    expect(readSettings(development).appSecret).toBe(readSettings(development).appSecret);
    vi.resetModules();
    const otherModule = await import('./settings.ts');
    expect(otherModule.readSettings(development).appSecret).not.toBe(readSettings(development).appSecret);
  });

  it("contains the company's details and uses its email address for sales by default [REAL-15]", () => {
    const variables = {
      COMPANY_EMAIL: 'hello@example.com',
      COMPANY_PHONE: '+27 00 111 2222',
      COMPANY_OFFICE: '1 Example Street',
    };
    const company = { email: 'hello@example.com', phone: '+27 00 111 2222', office: '1 Example Street' };
    expect(readSettings({ ...development, ...variables })).toMatchObject({
      company,
      salesEmail: 'hello@example.com',
      hasSalesEmail: true,
    });
    expect(readSettings({ ...development, ...variables, SALES_EMAIL: 'sales@example.com' })).toMatchObject({
      company,
      salesEmail: 'sales@example.com',
    });
    expect(readSettings(development)).toMatchObject({
      company: { email: 'hello@hakiki.example' },
      salesEmail: 'hello@hakiki.example',
      hasSalesEmail: false,
    });
    expect(listProblems({ ...development, COMPANY_EMAIL: 'hello', SALES_EMAIL: 'sales' })).toEqual([
      'COMPANY_EMAIL must be an email address',
      'SALES_EMAIL must be an email address',
    ]);
  });

  it('reports all problems at once, in plain words', () => {
    expect(
      listProblems({
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
    expect(listProblems({ NODE_ENV: 'staging' })).toEqual(['NODE_ENV must be development, test or production']);
  });

  it('trims values and treats blank ones as absent', () => {
    expect(
      readSettings({ ...development, PORT: ' 4000 ', SMTP_URL: '  ', SOCIAL_TWITTER_URL: ' https://x.example ' }),
    ).toMatchObject({
      port: 4000,
      mail: { smtpUrl: undefined },
      social: { twitter: 'https://x.example' },
    });
  });

  it("uses the contract's limits, counts in PostgreSQL and trusts no proxy by default [DEC-84]", () => {
    expect(readSettings(production)).toMatchObject({ redisUrl: undefined, trustedProxies: [], rateLimitScale: 1 });
    expect(
      readSettings({
        ...development,
        REDIS_URL: 'rediss://cache.example:6380',
        TRUSTED_PROXIES: ' loopback, 10.0.0.0/8 ,2001:db8::1,, ',
        RATE_LIMIT_SCALE: '2.5',
      }),
    ).toMatchObject({
      redisUrl: 'rediss://cache.example:6380',
      trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::1'],
      rateLimitScale: 2.5,
    });
    expect(
      listProblems({ ...development, REDIS_URL: 'http://cache.example', TRUSTED_PROXIES: '10.0.0.0/8,everybody' }),
    ).toEqual([
      'REDIS_URL must be an address starting with redis:// or rediss://',
      'TRUSTED_PROXIES must be addresses, blocks such as 10.0.0.0/8, or loopback',
    ]);
    for (const scale of ['0', '-1', '2000', 'many']) {
      expect(listProblems({ ...development, RATE_LIMIT_SCALE: scale }), scale).toEqual([
        expect.stringMatching(/^RATE_LIMIT_SCALE /),
      ]);
    }
  });

  it('requires a second factor from administrators in production, and elsewhere on request', () => {
    expect(readSettings(production).needsAdminSecondFactor).toBe(true);
    expect(readSettings(development).needsAdminSecondFactor).toBe(false);
    expect(readSettings({ ...development, ADMIN_SECOND_FACTOR: 'required' }).needsAdminSecondFactor).toBe(true);
    expect(readSettings({ ...production, ADMIN_SECOND_FACTOR: 'optional' }).needsAdminSecondFactor).toBe(false);
    expect(listProblems({ ...development, ADMIN_SECOND_FACTOR: 'no' })).toEqual([
      'ADMIN_SECOND_FACTOR must be required or optional',
    ]);
  });

  it('offers Google sign-in if both of its values are set [REAL-27]', () => {
    const both = { ...development, GOOGLE_CLIENT_ID: 'hakiki', GOOGLE_CLIENT_SECRET: 'shared' };
    expect(readSettings(both).google).toEqual({
      clientId: 'hakiki',
      clientSecret: 'shared',
      issuerUrl: 'https://accounts.google.com',
    });
    expect(readSettings({ ...both, GOOGLE_ISSUER_URL: 'http://127.0.0.1:9' }).google).toMatchObject({
      issuerUrl: 'http://127.0.0.1:9',
    });
    expect(readSettings(development).google).toBeUndefined();
    expect(listProblems({ ...development, GOOGLE_CLIENT_ID: 'hakiki' })).toEqual([
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together',
    ]);
  });

  it("allows the private keys for reporters' contact data only in the worker", () => {
    const { publicKey, privateKey } = generateKeyPair();
    const otherPair = generateKeyPair();
    const web = { ...production, REPORTER_PUBLIC_KEY: publicKey, EVIDENCE_FOLDER: '/var/lib/hakiki/evidence' };
    const worker = { ...web, REPORTER_PRIVATE_KEYS: `${otherPair.privateKey}, ${privateKey}` };
    expect(readSettings(web, 'web').reporterKeys).toEqual({ public: publicKey, private: [] });
    expect(readSettings(worker, 'worker').reporterKeys).toEqual({
      public: publicKey,
      private: [otherPair.privateKey, privateKey],
    });
    expect(listProblems(worker, 'web')).toEqual([
      'REPORTER_PRIVATE_KEYS belongs to the worker alone and must not be here',
    ]);
    expect(listProblems(web, 'worker')).toEqual(['REPORTER_PRIVATE_KEYS is required in production']);
    expect(listProblems(production, 'web')).toEqual([
      'REPORTER_PUBLIC_KEY is required in production',
      'EVIDENCE_FOLDER or S3_BUCKET is required in production',
    ]);
    expect(listProblems({ ...web, REPORTER_PRIVATE_KEYS: otherPair.privateKey }, 'worker')).toEqual([
      'REPORTER_PUBLIC_KEY fits none of REPORTER_PRIVATE_KEYS',
    ]);
    expect(listProblems({ ...web, REPORTER_PUBLIC_KEY: privateKey }, 'web')).toEqual([
      'REPORTER_PUBLIC_KEY must be the public key printed by npm run reporter-keys',
    ]);
    expect(listProblems({ ...web, REPORTER_PRIVATE_KEYS: publicKey }, 'worker')).toEqual([
      'REPORTER_PRIVATE_KEYS must be private keys printed by npm run reporter-keys, joined by commas',
    ]);
  });

  it('derives the reporter keys from the secret outside production, the same in every process', () => {
    const secret = { ...development, APP_SECRET: 'x'.repeat(32) };
    expect(readSettings(secret, 'web').reporterKeys).toEqual(readSettings(secret, 'worker').reporterKeys);
    expect(readSettings(secret).reporterKeys.private).toHaveLength(1);
    expect(readSettings({ ...development, APP_SECRET: 'y'.repeat(32) }).reporterKeys).not.toEqual(
      readSettings(secret).reporterKeys,
    );
    expect(readSettings(production).reporterKeys).toEqual({ public: undefined, private: [] });
  });

  it('allows the signing key of the public log only in the worker, and derives one outside production', () => {
    const key = formatSigningKey('hakiki.example/decisions');
    const web = {
      ...production,
      REPORTER_PUBLIC_KEY: generateKeyPair().publicKey,
      EVIDENCE_FOLDER: '/var/lib/hakiki/evidence',
    };
    expect(readSettings(web, 'web').logSigning).toEqual({ keys: [], checkpointFile: undefined });
    expect(listProblems({ ...web, LOG_SIGNING_KEYS: key }, 'web')).toEqual([
      'LOG_SIGNING_KEYS belongs to the worker alone and must not be here',
    ]);
    const audit = { ...production, LOG_SIGNING_KEYS: `${key}, ${key}`, AUDIT_HEAD_FILE: '/srv/head' };
    expect(readSettings(audit, 'audit').logSigning).toEqual({
      keys: [key, key],
      checkpointFile: '/srv/head.checkpoint',
    });
    expect(listProblems({ ...production, LOG_SIGNING_KEYS: parseSigningKey(key).text })).toEqual([
      'LOG_SIGNING_KEYS must be signing keys printed by hakiki log-key, joined by commas',
    ]);
    const secret = { ...development, APP_SECRET: 'x'.repeat(32), PUBLIC_URL: 'http://localhost:3000/' };
    const [ownValue] = readSettings(secret).logSigning.keys;
    expect(parseSigningKey(ownValue!).name).toBe('localhost:3000/decisions');
    expect(readSettings(secret, 'worker').logSigning.keys).toEqual([ownValue]);
  });

  it('stores evidence in a folder, or in S3 if all of its values are set', () => {
    expect(readSettings(development).evidence).toEqual({
      folder: expect.stringMatching(/\.local.evidence$/),
      s3: undefined,
    });
    expect(readSettings({ ...development, EVIDENCE_FOLDER: '/srv/evidence' }).evidence.folder).toBe('/srv/evidence');
    const s3 = { S3_BUCKET: 'evidence', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(
      readSettings({ ...development, ...s3, S3_ENDPOINT: 'https://s3.example', S3_REGION: 'af-south-1' }).evidence.s3,
    ).toEqual({
      endpoint: 'https://s3.example',
      region: 'af-south-1',
      bucket: 'evidence',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    const web = { ...production, ...s3, REPORTER_PUBLIC_KEY: generateKeyPair().publicKey };
    expect(listProblems(web, 'web')).toEqual([]);
    expect(listProblems({ ...development, S3_BUCKET: 'evidence' })).toEqual([
      'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together',
    ]);
  });

  describe('PayFast settings', () => {
    const merchant = { PAYFAST_MERCHANT_ID: '10027938', PAYFAST_MERCHANT_KEY: 'key', PAYFAST_PASSPHRASE: 'a-B_c.9' };
    const simulatedUrls = { PAYFAST_SITE_URL: 'http://localhost:3100', PAYFAST_API_URL: 'http://127.0.0.1:3100' };
    const [site, api] = [
      'PAYFAST_SITE_URL must be https://www.payfast.co.za',
      'PAYFAST_API_URL must be https://api.payfast.co.za',
    ].map((message) => `${message} in production`);

    it("PayFast settings require all PayFast values or none, with PayFast's published addresses by default", () => {
      expect(readSettings(production).payfast).toBeUndefined();
      expect(readSettings({ ...production, ...merchant }).payfast).toEqual({
        merchantId: '10027938',
        merchantKey: 'key',
        passphrase: 'a-B_c.9',
        siteUrl: 'https://www.payfast.co.za',
        apiUrl: 'https://api.payfast.co.za',
        addresses: [
          '197.97.145.144/28',
          '41.74.179.192/27',
          '102.216.36.0/28',
          '102.216.36.128/28',
          '144.126.193.139/32',
        ],
      });
      const ownValue = { ...production, ...merchant, PAYFAST_ADDRESSES: '192.0.2.0/24, 198.51.100.7' };
      expect(readSettings(ownValue).payfast?.addresses).toEqual(['192.0.2.0/24', '198.51.100.7']);
      expect(listProblems({ ...production, ...merchant, PAYFAST_ADDRESSES: 'payfast.co.za' })).toEqual([
        'PAYFAST_ADDRESSES must be addresses or blocks such as 197.97.145.144/28',
      ]);
    });

    it('PayFast settings reject a missing PayFast passphrase, and one that libraries encode in two ways, in every environment', () => {
      const { PAYFAST_PASSPHRASE: _, ...open } = merchant;
      for (const where of [production, development]) {
        expect(listProblems({ ...where, ...open })).toEqual([
          'PAYFAST_MERCHANT_ID, PAYFAST_MERCHANT_KEY and PAYFAST_PASSPHRASE go together: without a passphrase anybody can forge a payment',
        ]);
        expect(listProblems({ ...where, ...merchant, PAYFAST_PASSPHRASE: 'a b' })).toEqual([
          'PAYFAST_PASSPHRASE may hold letters, digits and - _ . only',
        ]);
      }
    });

    it("PayFast settings allow only PayFast's own hosts in production: another server could confirm any payment [DEC-45]", () => {
      const sandbox = { ...merchant, PAYFAST_SITE_URL: 'https://sandbox.payfast.co.za' };
      expect(listProblems({ ...production, ...merchant, ...simulatedUrls })).toEqual([site, api]);
      expect(listProblems({ ...production, ...sandbox })).toEqual([site]);
      for (const url of [
        'http://www.payfast.co.za',
        'https://www.payfast.co.za.example',
        'https://www.payfast.co.za:444',
      ]) {
        expect(listProblems({ ...production, ...merchant, PAYFAST_SITE_URL: url })).toEqual([site]);
      }
      expect(listProblems({ ...production, ...merchant, PAYFAST_MERCHANT_ID: '10000100' })).toEqual([
        'PAYFAST_MERCHANT_ID is that of the sandbox',
      ]);
      expect(listProblems({ ...development, ...sandbox, PAYFAST_MERCHANT_ID: '10000100' })).toEqual([]);
    });

    it('PayFast settings allow a simulated PayFast on this machine only if the site itself is on it', () => {
      const localSite = { ...production, PUBLIC_URL: 'http://localhost:3000', ...merchant };
      expect(listProblems({ ...localSite, ...simulatedUrls })).toEqual([]);
      expect(listProblems({ ...localSite, PAYFAST_SITE_URL: 'https://sandbox.payfast.co.za' })).toEqual([site]);
      expect(listProblems({ ...localSite, ...simulatedUrls, PUBLIC_URL: 'https://localhost.example' })).toEqual([
        site,
        api,
      ]);
    });
  });

  it('contains the bank account and the supplier of invoices', () => {
    const variables = {
      BANK_NAME: 'First Bank',
      BANK_ACCOUNT_HOLDER: 'Hakiki (Pty) Ltd',
      BANK_ACCOUNT_NUMBER: '62 0000 1111',
      BANK_BRANCH_CODE: '250655',
      COMPANY_EMAIL: 'hello@example.com',
      COMPANY_OFFICE: '1 Example Street',
      INVOICE_NAME: 'Hakiki (Pty) Ltd',
      INVOICE_VAT_NUMBER: '4123456789',
      INVOICE_VAT_PERCENT: '15.5',
    };
    const { bankAccount, financeEmail, invoicing } = readSettings({ ...development, ...variables });
    expect({ bankAccount, financeEmail, invoicing }).toEqual({
      bankAccount: {
        bank: 'First Bank',
        accountHolder: 'Hakiki (Pty) Ltd',
        accountNumber: '62 0000 1111',
        branchCode: '250655',
      },
      financeEmail: 'hello@example.com',
      invoicing: {
        name: 'Hakiki (Pty) Ltd',
        address: '1 Example Street',
        vatNumber: '4123456789',
        vatPercent: 15.5,
      },
    });
    expect(readSettings({ ...development, ...variables, FINANCE_EMAIL: 'pay@example.com' }).financeEmail).toBe(
      'pay@example.com',
    );
    const { vatNumber, vatPercent } = readSettings(development).invoicing;
    expect({ vatNumber, vatPercent }).toEqual({ vatNumber: undefined, vatPercent: 15 });
    expect(listProblems({ ...development, INVOICE_VAT_NUMBER: '412345678' })).toEqual([
      'INVOICE_VAT_NUMBER must have ten digits',
    ]);
  });

  it('sends traces only if a collector is set, with the standard variable names', () => {
    expect(readSettings(production).tracing).toBeUndefined();
    const named = { ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    expect(readSettings(named).tracing).toEqual({
      endpoint: 'http://collector:4318',
      headers: {},
      serviceName: 'hakiki-server',
      ratio: 1,
    });
    expect(
      readSettings({
        ...named,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-team=ours, authorization=Basic YQ==',
        OTEL_SERVICE_NAME: 'hakiki-kenya',
        OTEL_TRACES_SAMPLER_ARG: '0.05',
      }).tracing,
    ).toEqual({
      endpoint: 'http://collector:4318',
      headers: { 'x-team': 'ours', authorization: 'Basic YQ==' },
      serviceName: 'hakiki-kenya',
      ratio: 0.05,
    });
    expect(
      listProblems({
        ...production,
        OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
        OTEL_EXPORTER_OTLP_HEADERS: 'secret',
        OTEL_TRACES_SAMPLER_ARG: '5',
      }),
    ).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address starting with http:// or https://',
      'OTEL_EXPORTER_OTLP_HEADERS must be headers such as name=value, joined by commas',
      'OTEL_TRACES_SAMPLER_ARG must be at most 1',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { type DeviceBehaviour, createAuthenticator } from '../../../../test/support/authenticator.ts';
import { createPasskeys, type StoredPasskey } from './passkeys.ts';

const origin = 'https://hakiki.example';
const passkeys = createPasskeys({ publicUrl: `${origin}/` });
const owner = { id: '0192f3c4-0000-7000-8000-000000000001', email: 'amina@mail.example', displayName: 'Amina Diallo' };

async function register(behaviour: DeviceBehaviour = {}, expectedChallenge?: string) {
  const device = createAuthenticator(origin);
  const options = await passkeys.registrationOptions(owner, []);
  const response = device.create(options, behaviour);
  const result = await passkeys.verifyRegistration({
    response,
    expectedChallenge: expectedChallenge ?? options.challenge,
    name: 'My phone',
  });
  return { device, options, response, result };
}

async function registerSuccessfully(behaviour: DeviceBehaviour = {}) {
  const { device, result } = await register(behaviour);
  if (!result.isVerified) return expect.unreachable(result.reason);
  return { device, passkey: result.passkey };
}

type Device = ReturnType<typeof createAuthenticator>;

async function logIn(device: Device, passkey: StoredPasskey, behaviour: DeviceBehaviour = {}) {
  const options = await passkeys.authenticationOptions();
  const response = device.get(options, behaviour);
  const expectedChallenge = options.challenge;
  const result = await passkeys.verifyAuthentication({ response, expectedChallenge, passkey, ownerId: owner.id });
  return { response, expectedChallenge, result };
}

const rejectedFor = (reason: RegExp) => ({ isVerified: false, reason: expect.stringMatching(reason) as string });

describe('registering a passkey', () => {
  it('requests a passkey that stays on the device and verifies its owner', async () => {
    const options = await passkeys.registrationOptions(owner, [{ id: 'AAAA', transports: ['usb'] }]);
    expect(options).toMatchObject({
      rp: { id: 'hakiki.example', name: 'Hakiki' },
      user: { name: 'amina@mail.example', displayName: 'Amina Diallo' },
      attestation: 'none',
      timeout: 300_000,
      excludeCredentials: [{ id: 'AAAA', transports: ['usb'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(owner.id);
    expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect((await passkeys.registrationOptions(owner, [])).challenge).not.toBe(options.challenge);
  });

  it('returns the data that is needed to verify the passkey later', async () => {
    const { response, result } = await register({ counter: 7 });
    expect(result).toEqual({
      isVerified: true,
      passkey: {
        id: response.id,
        publicKey: expect.any(Uint8Array) as Uint8Array,
        counter: 7,
        transports: ['hybrid', 'internal'],
        name: 'My phone',
      },
    });
  });

  it('stores only known transports', async () => {
    const device = createAuthenticator(origin);
    const options = await passkeys.registrationOptions(owner, []);
    const response = device.create(options);
    response.response.transports = ['nfc', '<b>pigeon</b>'];
    expect(
      await passkeys.verifyRegistration({ response, expectedChallenge: options.challenge, name: 'My key' }),
    ).toMatchObject({ passkey: { transports: ['nfc'] } });
  });

  it('a device that already has a passkey of the account registers no second one', async () => {
    const { device, passkey } = await registerSuccessfully();
    const options = await passkeys.registrationOptions(owner, [passkey]);
    expect(() => device.create(options)).toThrow('already holds');
  });

  it.for([
    ['on another site', { origin: 'https://hakiki.example.evil.example' }, /origin/],
    ['on the same host without encryption', { origin: 'http://hakiki.example' }, /origin/],
    ['for another site', { rpId: 'evil.example' }, /RP ID/],
    ['with another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }, /challenge/],
    ['without user verification', { isUserVerified: false }, /verif/],
    ['without user presence', { isUserPresent: false }, /present/],
    ['with a login response', { type: 'webauthn.get' }, /type/],
  ] as const)('rejects a registration %s', async ([, behaviour, reason]) => {
    expect((await register(behaviour)).result).toEqual(rejectedFor(reason));
  });

  it('rejects a registration that is sent again for the next challenge', async () => {
    const { response } = await register();
    const { challenge } = await passkeys.registrationOptions(owner, []);
    expect(await passkeys.verifyRegistration({ response, expectedChallenge: challenge, name: 'Again' })).toEqual(
      rejectedFor(/challenge/),
    );
  });

  it('accepts a self-signed attestation, which some browsers send without a request', async () => {
    expect((await register({ attestation: 'self' })).result).toMatchObject({ isVerified: true });
  });

  it('rejects an attestation with a certificate without reading it', async () => {
    const statement = new Map([['x5c', [Buffer.from('a certificate that names an address to call')]]]);
    for (const format of ['packed', 'apple', 'android-key', 'tpm', 'fido-u2f']) {
      expect((await register({ attestation: { format, statement } })).result).toEqual(rejectedFor(/not requested/));
    }
  });

  it.for(['', 'AAAA', '%%%'])('rejects a registration with the response %j', async (invalidValue) => {
    const { response, options } = await register();
    for (const field of ['attestationObject', 'clientDataJSON'] as const) {
      const broken = { ...response, response: { ...response.response, [field]: invalidValue } };
      expect(
        await passkeys.verifyRegistration({ response: broken, expectedChallenge: options.challenge, name: 'Odd' }),
      ).toMatchObject({ isVerified: false });
    }
  });
});

describe('logging in with a passkey', () => {
  it('accepts a passkey repeatedly and increments its counter', async () => {
    const { device, passkey } = await registerSuccessfully();
    const first = await logIn(device, passkey);
    expect(first.result).toEqual({ isVerified: true, counter: 2 });
    expect((await logIn(device, { ...passkey, counter: 2 })).result).toEqual({ isVerified: true, counter: 3 });
  });

  it('accepts a synchronised passkey, which has no counter', async () => {
    const { device, passkey } = await registerSuccessfully({ counter: 0 });
    expect((await logIn(device, passkey)).result).toEqual({ isVerified: true, counter: 0 });
    expect((await logIn(device, passkey)).result).toEqual({ isVerified: true, counter: 0 });
  });

  it('requests the passkeys of one person when it is the second step', async () => {
    const { device, passkey } = await registerSuccessfully();
    const options = await passkeys.authenticationOptions([passkey]);
    expect(options).toMatchObject({
      rpId: 'hakiki.example',
      userVerification: 'required',
      allowCredentials: [{ id: passkey.id, transports: ['hybrid', 'internal'] }],
    });
    expect(device.get(options).id).toBe(passkey.id);
    expect((await passkeys.authenticationOptions()).allowCredentials ?? []).toEqual([]);
  });

  it('verifies with a public key that was read from the database', async () => {
    const { device, passkey } = await registerSuccessfully();
    const fromRow = { ...passkey, publicKey: Buffer.from(Buffer.from(passkey.publicKey).toString('hex'), 'hex') };
    expect((await logIn(device, fromRow)).result).toMatchObject({ isVerified: true });
  });

  it.for([
    ['on another site', { origin: 'https://hakiki.example.evil.example' }, /origin/],
    ['for another site', { rpId: 'evil.example' }, /RP ID/],
    ['with another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }, /challenge/],
    ['without user verification', { isUserVerified: false }, /verif/],
    ['without user presence', { isUserPresent: false }, /present/],
    ['with a registration response', { type: 'webauthn.create' }, /type/],
    ['when the counter does not increase, as on a copied device', { counter: 5 }, /counter/],
    ['when the counter goes back', { counter: 4 }, /counter/],
    ['when the counter falls to zero', { counter: 0 }, /counter/],
  ] as const)('rejects a login %s', async ([, behaviour, reason]) => {
    const { device, passkey } = await registerSuccessfully({ counter: 5 });
    expect((await logIn(device, passkey, behaviour)).result).toEqual(rejectedFor(reason));
    expect((await logIn(device, passkey, { counter: 6 })).result).toEqual({ isVerified: true, counter: 6 });
  });

  it('rejects a response that is sent again', async () => {
    const { device, passkey } = await registerSuccessfully();
    const { response, expectedChallenge, result } = await logIn(device, passkey);
    if (!result.isVerified) return expect.unreachable(result.reason);
    const used = { ...passkey, counter: result.counter };
    const again = { response, passkey: used, ownerId: owner.id };
    expect(await passkeys.verifyAuthentication({ ...again, expectedChallenge })).toEqual(rejectedFor(/counter/));
    const { challenge } = await passkeys.authenticationOptions();
    expect(await passkeys.verifyAuthentication({ ...again, expectedChallenge: challenge })).toEqual(
      rejectedFor(/challenge/),
    );
  });

  it('rejects the signature of another passkey', async () => {
    const [ownPasskey, otherPasskey] = [await registerSuccessfully(), await registerSuccessfully()];
    const options = await passkeys.authenticationOptions();
    const verification = { expectedChallenge: options.challenge, passkey: ownPasskey.passkey, ownerId: owner.id };
    const response = otherPasskey.device.get(options);
    expect(await passkeys.verifyAuthentication({ ...verification, response })).toEqual(rejectedFor(/another passkey/));
    const forged = { ...response, id: ownPasskey.passkey.id, rawId: ownPasskey.passkey.id };
    expect(await passkeys.verifyAuthentication({ ...verification, response: forged })).toEqual(
      rejectedFor(/signature/),
    );
  });

  it('rejects a passkey that names another owner', async () => {
    const { device, passkey } = await registerSuccessfully();
    const options = await passkeys.authenticationOptions();
    const verification = { response: device.get(options), expectedChallenge: options.challenge, passkey };
    expect(await passkeys.verifyAuthentication({ ...verification, ownerId: 'kofi' })).toEqual(
      rejectedFor(/another owner/),
    );
  });

  it('rejects a response when any byte of the signed data was changed', async () => {
    const { device, passkey } = await registerSuccessfully();
    const options = await passkeys.authenticationOptions();
    const response = device.get(options);
    const data = Buffer.from(response.response.authenticatorData, 'base64url');
    for (let index = 0; index < data.length; index += 1) {
      const altered = Buffer.from(data);
      altered.writeUInt8(altered.readUInt8(index) ^ 0x08, index);
      const forged = { ...response.response, authenticatorData: altered.toString('base64url') };
      expect(
        await passkeys.verifyAuthentication({
          response: { ...response, response: forged },
          expectedChallenge: options.challenge,
          passkey,
          ownerId: owner.id,
        }),
        `byte ${index}`,
      ).toMatchObject({ isVerified: false });
    }
  });
});

describe('the site of a passkey', () => {
  it('a passkey belongs to the host of the public URL, and the port counts only in the origin', async () => {
    const local = createPasskeys({ publicUrl: 'http://localhost:3000' });
    const options = await local.registrationOptions(owner, []);
    expect(options.rp.id).toBe('localhost');
    const response = createAuthenticator('http://localhost:3000').create(options);
    const expectedChallenge = options.challenge;
    expect(await local.verifyRegistration({ response, expectedChallenge, name: 'Dev' })).toMatchObject({
      isVerified: true,
    });
    const otherOriginResponse = createAuthenticator('http://localhost:3001').create(options);
    expect(await local.verifyRegistration({ response: otherOriginResponse, expectedChallenge, name: 'Dev' })).toEqual(
      rejectedFor(/origin/),
    );
  });
});

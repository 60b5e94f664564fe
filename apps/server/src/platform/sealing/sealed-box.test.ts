import { createDecipheriv, createHmac, createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto';
import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import { describe, expect, it } from 'vitest';
import { createOpener, createSealer, isKey, isMatchingPair, generateKeyPair, toKeyPair } from './sealed-box.ts';

const pair = generateKeyPair();
const seal = createSealer(pair.publicKey);
const open = createOpener([pair.privateKey]);
const binding = { purpose: 'contact', id: 'one' };
const content = Buffer.from('amina@example.com');
const openError = 'A sealed box cannot be opened.';
const unknownKeyError = 'A sealed box is for a key that is not here.';

describe('sealed boxes', () => {
  it('sealed boxes open with the private key, and add 57 bytes', async () => {
    const sealed = await seal(content, binding);
    expect(sealed).toHaveLength(content.length + 57);
    expect(sealed.includes(content)).toBe(false);
    expect(await open(sealed, binding)).toEqual(content);
    expect(await open(await seal(Buffer.alloc(0), binding), binding)).toHaveLength(0);
  });

  it('sealed boxes differ each time for the same content', async () => {
    const [one, other] = await Promise.all([seal(content, binding), seal(content, binding)]);
    expect(one.subarray(9)).not.toEqual(other.subarray(9));
  });

  it('sealed boxes open only in their own row and for their own purpose', async () => {
    const sealed = await seal(content, binding);
    await expect(open(sealed, { ...binding, id: 'two' })).rejects.toThrow(openError);
    await expect(open(sealed, { ...binding, purpose: 'details' })).rejects.toThrow(openError);
  });

  it('sealed boxes do not open with other keys or without a key', async () => {
    const sealed = await seal(content, binding);
    await expect(createOpener([generateKeyPair().privateKey])(sealed, binding)).rejects.toThrow(unknownKeyError);
    await expect(createOpener([])(sealed, binding)).rejects.toThrow(unknownKeyError);
  });

  it('sealed boxes still open after a key rotation, as long as the old key is known', async () => {
    const next = generateKeyPair();
    const both = createOpener([next.privateKey, pair.privateKey]);
    expect(await both(await seal(content, binding), binding)).toEqual(content);
    expect(await both(await createSealer(next.publicKey)(content, binding), binding)).toEqual(content);
  });

  it('sealed boxes do not open after a bit was flipped, or when they are too short or too long', async () => {
    const sealed = await seal(content, binding);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const flipped = Buffer.from(sealed);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      // X25519 ignores the highest bit of a public key, but HPKE binds the key as it was sent.
      await expect(open(flipped, binding), `bit ${bit}`).rejects.toThrow();
    }
    for (let length = 0; length < sealed.length; length += 1) {
      await expect(open(sealed.subarray(0, length), binding), `${length} bytes`).rejects.toThrow();
    }
    await expect(open(Buffer.concat([sealed, Buffer.alloc(1)]), binding)).rejects.toThrow(openError);
  });
});

it('does not open a box of another version', async () => {
  const sealed = await seal(content, binding);
  sealed[0] = 1;
  await expect(open(sealed, binding)).rejects.toThrow(unknownKeyError);
});

/** A second implementation of RFC 9180 with node:crypto, to compare the library with. */
function openWithNodeCrypto(
  { aeadId, keyBytes }: { aeadId: number; keyBytes: 16 | 32 },
  { secret, enc, info, aad, sealed }: Record<'secret' | 'enc' | 'info' | 'aad' | 'sealed', Buffer>,
): Buffer {
  const number = (value: number) => Buffer.of(value >> 8, value & 255);
  const raw = (prefix: string, key: Buffer) => Buffer.concat([Buffer.from(prefix, 'hex'), key]);
  const privateKey = createPrivateKey({
    key: raw('302e020100300506032b656e04220420', secret),
    format: 'der',
    type: 'pkcs8',
  });
  const encapsulatedKey = createPublicKey({ key: raw('302a300506032b656e032100', enc), format: 'der', type: 'spki' });
  const recipient = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  const labelled = (suite: Buffer) => ({
    extract: (salt: Buffer, label: string, key: Buffer) =>
      createHmac('sha256', salt)
        .update(Buffer.concat([Buffer.from('HPKE-v1'), suite, Buffer.from(label), key]))
        .digest(),
    expand: (key: Buffer, label: string, context: Buffer, length: number) => {
      const labelledInfo = Buffer.concat([number(length), Buffer.from('HPKE-v1'), suite, Buffer.from(label), context]);
      // HKDF-Expand alone: one block is enough for 32 bytes.
      return createHmac('sha256', key)
        .update(Buffer.concat([labelledInfo, Buffer.of(1)]))
        .digest()
        .subarray(0, length);
    },
  });
  const emptyBuffer = Buffer.alloc(0);
  const kem = labelled(Buffer.concat([Buffer.from('KEM'), number(0x20)]));
  const shared = kem.expand(
    kem.extract(emptyBuffer, 'eae_prk', diffieHellman({ privateKey: privateKey, publicKey: encapsulatedKey })),
    'shared_secret',
    Buffer.concat([enc, recipient]),
    32,
  );
  const { extract, expand } = labelled(Buffer.concat([Buffer.from('HPKE'), number(0x20), number(1), number(aeadId)]));
  const context = Buffer.concat([
    Buffer.of(0),
    extract(emptyBuffer, 'psk_id_hash', emptyBuffer),
    extract(emptyBuffer, 'info_hash', info),
  ]);
  const schedule = extract(shared, 'secret', emptyBuffer);
  const decipher = createDecipheriv(
    keyBytes === 16 ? 'aes-128-gcm' : 'aes-256-gcm',
    expand(schedule, 'key', context, keyBytes),
    expand(schedule, 'base_nonce', context, 12),
  )
    .setAAD(aad)
    .setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
}

describe('HPKE', () => {
  const hex = (text: string) => Buffer.from(text, 'hex');
  /** Appendix A.1.1 of RFC 9180: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode, first message. */
  const vector = {
    secret: hex('4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8'),
    recipient: hex('3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d'),
    ephemeral: hex('52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736'),
    enc: hex('37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431'),
    info: hex('4f6465206f6e2061204772656369616e2055726e'),
    aad: hex('436f756e742d30'),
    text: hex('4265617574792069732074727574682c20747275746820626561757479'),
    sealed: hex('f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a'),
  };
  const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });

  it('seals and opens the test vector of RFC 9180', async () => {
    const { recipient, ephemeral, enc, info, aad, text, secret, sealed } = vector;
    const ekm = {
      privateKey: await suite.kem.deserializePrivateKey(ephemeral),
      publicKey: await suite.kem.deserializePublicKey(enc),
    };
    const recipientPublicKey = await suite.kem.deserializePublicKey(recipient);
    const made = await suite.seal({ recipientPublicKey, info, ekm }, text, aad);
    expect([Buffer.from(made.enc), Buffer.from(made.ct)]).toEqual([enc, sealed]);
    const recipientKey = await suite.kem.deserializePrivateKey(secret);
    expect(Buffer.from(await suite.open({ recipientKey, enc, info }, sealed, aad))).toEqual(text);
  });

  it('opens a box with a second implementation of the RFC', async () => {
    expect(openWithNodeCrypto({ aeadId: 1, keyBytes: 16 }, vector)).toEqual(vector.text);
    const sealed = await seal(content, binding);
    expect(
      openWithNodeCrypto(
        { aeadId: 2, keyBytes: 32 },
        {
          secret: Buffer.from(pair.privateKey.slice('private-'.length), 'base64url'),
          enc: sealed.subarray(9, 41),
          info: Buffer.from('hakiki/sealed-box/v2'),
          aad: Buffer.concat([sealed.subarray(0, 9), Buffer.from('contact\0one')]),
          sealed: sealed.subarray(41),
        },
      ),
    ).toEqual(content);
  });
});

describe('reporter keys', () => {
  it('reporter keys distinguish public and private keys', () => {
    expect(isKey('public', pair.publicKey)).toBe(true);
    expect(isKey('private', pair.privateKey)).toBe(true);
    expect(isKey('public', pair.privateKey)).toBe(false);
    expect(isKey('private', pair.publicKey)).toBe(false);
    expect(isKey('public', pair.publicKey.slice(0, -1))).toBe(false);
    expect(isKey('public', '')).toBe(false);
    expect(() => createSealer(pair.privateKey)).toThrow('Not a public key.');
    expect(() => createOpener([pair.publicKey])).toThrow('Not a private key.');
  });

  it('reporter keys match exactly one other key, and are always the same for a secret', () => {
    expect(isMatchingPair(pair)).toBe(true);
    expect(isMatchingPair({ ...pair, publicKey: generateKeyPair().publicKey })).toBe(false);
    expect(toKeyPair(Buffer.alloc(32, 7))).toEqual(toKeyPair(Buffer.alloc(32, 7)));
    expect(toKeyPair(Buffer.alloc(32, 7))).not.toEqual(toKeyPair(Buffer.alloc(32, 8)));
  });
});

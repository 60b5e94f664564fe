/**
 * A passkey device in software: it creates real keys and real signatures as WebAuthn describes them, and can behave
 * like a broken or hostile device.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Credential {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: Buffer;
  counter: number;
}

export interface DeviceBehaviour {
  /** The origin of the page that the user is on. */
  origin?: string;
  /** The site the device answers for. Default: the one in the options. */
  rpId?: string;
  challenge?: string;
  isUserVerified?: boolean;
  isUserPresent?: boolean;
  /** The signature counter; a synchronised passkey always reports 0. */
  counter?: number;
  type?: string;
  /** Default: none; 'self' is signed with the new key. */
  attestation?: 'self' | { format: string; statement: CborMap };
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
  excludeCredentials?: { id: string }[];
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
  allowCredentials?: { id: string }[];
}

export function createAuthenticator(origin: string) {
  const credentials: Credential[] = [];

  return {
    /** Returns what `navigator.credentials.create` would return. */
    create(options: CreationOptions, behaviour: DeviceBehaviour = {}) {
      if (options.excludeCredentials?.some(({ id }) => credentials.some((stored) => encodeId(stored) === id))) {
        throw new Error('InvalidStateError: this device already holds a passkey for the account.');
      }
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const credential: Credential = {
        id: randomBytes(32),
        privateKey,
        userHandle: Buffer.from(options.user.id, 'base64url'),
        counter: behaviour.counter ?? 1,
      };
      credentials.push(credential);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credential.id, coseKey(publicKey)]);
      const authData = authenticatorData(getRpId(options.rp.id, behaviour), credential.counter, behaviour, attested);
      const client = clientData('webauthn.create', options.challenge, { origin, ...behaviour });
      const { format, statement } =
        behaviour.attestation === 'self'
          ? selfAttestation(privateKey, authData, client)
          : (behaviour.attestation ?? { format: 'none', statement: new Map() });
      const attestationObject = cbor(
        new Map<string, CborValue>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', authData],
        ]),
      );
      return {
        ...toCredentialFields(credential),
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },

    /** Returns what `navigator.credentials.get` would return. */
    get(options: RequestOptions, behaviour: DeviceBehaviour = {}) {
      const allowed = options.allowCredentials ?? [];
      const credential = credentials.findLast(
        (stored) => allowed.length === 0 || allowed.some(({ id }) => id === encodeId(stored)),
      );
      if (!credential) throw new Error('NotAllowedError: this device holds no such passkey.');
      if (behaviour.counter !== undefined) credential.counter = behaviour.counter;
      else if (credential.counter > 0) credential.counter += 1;
      const data = authenticatorData(getRpId(options.rpId, behaviour), credential.counter, behaviour);
      const client = clientData('webauthn.get', options.challenge, { origin, ...behaviour });
      const signed = Buffer.concat([data, sha256(client)]);
      return {
        ...toCredentialFields(credential),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, credential.privateKey).toString('base64url'),
          userHandle: credential.userHandle.toString('base64url'),
        },
      };
    },
  };
}

const selfAttestation = (privateKey: KeyObject, authData: Buffer, client: Buffer) => ({
  format: 'packed',
  statement: new Map<string, CborValue>([
    ['alg', -7],
    ['sig', sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)],
  ]),
});

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const encodeId = ({ id }: Credential) => id.toString('base64url');
const toCredentialFields = (credential: Credential) => ({
  id: encodeId(credential),
  rawId: encodeId(credential),
  type: 'public-key' as const,
  clientExtensionResults: {},
});

function getRpId(requestedRpId: string | undefined, behaviour: DeviceBehaviour) {
  const rpId = behaviour.rpId ?? requestedRpId;
  if (!rpId) throw new Error('The options have no rpId.');
  return rpId;
}

function clientData(type: string, challenge: string, behaviour: DeviceBehaviour) {
  return Buffer.from(
    JSON.stringify({
      type: behaviour.type ?? type,
      challenge: behaviour.challenge ?? challenge,
      origin: behaviour.origin,
      crossOrigin: false,
    }),
  );
}

function authenticatorData(rpId: string, counter: number, behaviour: DeviceBehaviour, attested = Buffer.alloc(0)) {
  const isPresent = behaviour.isUserPresent ?? true;
  const isVerified = behaviour.isUserVerified ?? true;
  const head = Buffer.alloc(5);
  head.writeUInt8((isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0));
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), head, attested]);
}

/** Encodes an ES256 key as COSE: key type 2, algorithm -7, curve 1, and the two coordinates. */
function coseKey(publicKey: KeyObject) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

type CborValue = number | string | Buffer | CborMap | CborValue[];
type CborMap = Map<number | string, CborValue>;

/** Encodes the subset of RFC 8949 that an authenticator uses: integers, bytes, text, lists and maps. */
function cbor(value: CborValue | CborMap): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(cbor)]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([cborHead(5, value.size), ...entries]);
}

function cborHead(majorType: number, argument: number) {
  const type = majorType << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  if (argument < 0x100) return Buffer.from([type | 24, argument]);
  return Buffer.from([type | 25, argument >> 8, argument & 0xff]);
}

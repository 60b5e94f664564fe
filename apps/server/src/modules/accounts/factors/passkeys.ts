/**
 * WebAuthn options and verification. The device must verify its owner (finger, face or PIN), so that a passkey alone
 * counts as two factors. This file stores nothing: the caller stores each challenge, deletes it at its first use or
 * after five minutes, and passes it in as the expected one.
 */
const SITE_NAME = 'Hakiki';
const CHALLENGE_SECONDS = 300;
/** ES256, EdDSA and RS256 by their COSE numbers. */
const supportedAlgorithmIDs = [-7, -8, -257];
const knownTransports: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Loaded with the first passkey: its 270 files are a quarter of the start time of each process. */
const loadLibrary = () => import('@simplewebauthn/server');

export interface StoredPasskey {
  /** The credential id, base64url. */
  id: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  /** The name that its owner chose. */
  name: string;
}

export interface PasskeyOwner {
  id: string;
  email: string;
  displayName: string;
}

export interface PasskeyRegistration {
  id: string;
  rawId: string;
  type: string;
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined };
}

export interface PasskeyAssertion {
  id: string;
  rawId: string;
  type: string;
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | null | undefined;
  };
}

/** The reason is only for the log. */
export interface PasskeyRejection {
  isVerified: false;
  reason: string;
}

export function createPasskeys({ publicUrl }: { publicUrl: string }) {
  const { hostname: rpID, origin } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };

  return {
    /** For `navigator.credentials.create`. `existing` prevents a second passkey on the same device. */
    async registrationOptions(owner: PasskeyOwner, existing: readonly Pick<StoredPasskey, 'id' | 'transports'>[]) {
      const { generateRegistrationOptions } = await loadLibrary();
      return generateRegistrationOptions({
        rpName: SITE_NAME,
        rpID,
        userID: new TextEncoder().encode(owner.id),
        userName: owner.email,
        userDisplayName: owner.displayName,
        timeout: CHALLENGE_SECONDS * 1000,
        attestationType: 'none',
        excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs,
      });
    },

    verifyRegistration: ({ response, expectedChallenge, name }: RegistrationToVerify) =>
      orRejection(async () => {
        await assertNoCertificate(response.response.attestationObject);
        const { verifyRegistrationResponse } = await loadLibrary();
        const { transports = [] } = response.response;
        const { registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          response: toBrowserResponse(response, { ...response.response, transports }),
          expectedChallenge,
          supportedAlgorithmIDs,
        });
        if (!registrationInfo) throw new Error('The attestation is not valid.');
        const { id, publicKey, counter } = registrationInfo.credential;
        const supportedTransports = knownTransports.filter((transport) => transports.includes(transport));
        const passkey: StoredPasskey = { id, publicKey, counter, transports: supportedTransports, name };
        return { isVerified: true as const, passkey };
      }),

    /** For `navigator.credentials.get`. Without `allowed` the device offers all its passkeys for this site. */
    async authenticationOptions(allowed: readonly Pick<StoredPasskey, 'id' | 'transports'>[] = []) {
      const { generateAuthenticationOptions } = await loadLibrary();
      return generateAuthenticationOptions({
        rpID,
        timeout: CHALLENGE_SECONDS * 1000,
        userVerification: 'required',
        allowCredentials: allowed.map(({ id, transports }) => ({ id, transports })),
      });
    },

    /** The caller must store the new counter before the login, and only if it is greater than the stored one. */
    verifyAuthentication: ({ response, expectedChallenge, passkey, ownerId }: AuthenticationToVerify) =>
      orRejection(async () => {
        if (response.id !== passkey.id) throw new Error('The response is from another passkey.');
        const { userHandle } = response.response;
        if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== ownerId) {
          throw new Error('The passkey names another owner.');
        }
        const { verifyAuthenticationResponse } = await loadLibrary();
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          response: toBrowserResponse(response, { ...response.response, userHandle: userHandle ?? '' }),
          expectedChallenge,
          credential: { ...passkey, publicKey: Uint8Array.from(passkey.publicKey) },
        });
        if (!verified) throw new Error('The signature is not valid.');
        return { isVerified: true as const, counter: authenticationInfo.newCounter };
      }),
  };
}

interface RegistrationToVerify {
  response: PasskeyRegistration;
  expectedChallenge: string;
  name: string;
}

interface AuthenticationToVerify {
  response: PasskeyAssertion;
  expectedChallenge: string;
  passkey: StoredPasskey;
  ownerId: string;
}

/** `verify` does no network calls, so every error is about the browser's response. */
async function orRejection<Verified>(verify: () => Promise<Verified>): Promise<Verified | PasskeyRejection> {
  try {
    return await verify();
  } catch (error) {
    return { isVerified: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * We request no attestation; browsers then send none or one signed by the passkey itself. A certificate is rejected
 * unread, because checking it may call URLs that it contains.
 */
async function assertNoCertificate(attestationObject: string) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  const isSelfSigned = format === 'packed' && !attestation.get('attStmt').get('x5c');
  if (format !== 'none' && !isSelfSigned) throw new Error(`The attestation ${format} was not requested.`);
}

/** The library checks the type itself and does not read the extension results. */
const toBrowserResponse = <Response>(
  { id, rawId, type }: PasskeyAssertion | PasskeyRegistration,
  response: Response,
) => ({
  id,
  rawId,
  response,
  type: type as 'public-key',
  clientExtensionResults: {},
});

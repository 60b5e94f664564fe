/**
 * Builds the console's request to open contact data: a reason, the page's public key, and a passkey signature over
 * both.
 */
import { createECDH, createHash } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import { type ContactRequest, contactRequestText } from '@hakiki/contract/contact-request';
import type { Services } from '../../src/app.ts';
import { createAuthenticator } from './authenticator.ts';
import { makeUserActor } from './actors.ts';

export type PasskeyDevice = ReturnType<typeof createAuthenticator>;

interface Owner {
  factors: Pick<Services['accounts']['factors'], 'startPasskey' | 'addPasskey'>;
  userId: UserId;
  /** The origin of the site. */
  origin: string;
}

/** Registers a passkey for the user and returns the device that holds it. */
export async function registerPasskey({ factors, userId, origin }: Owner): Promise<PasskeyDevice> {
  const device = createAuthenticator(origin);
  const owner = makeUserActor({ id: userId });
  const { options } = await factors.startPasskey(owner);
  // A synchronised passkey, whose counter stays 0.
  await factors.addPasskey(owner, 'Phone', device.create(options, { counter: 0 }));
  return device;
}

export const newPageKey = (): string => createECDH('prime256v1').generateKeys('base64url');

/** Hashes the request as the page does. */
export const computeChallenge = (request: ContactRequest): string =>
  createHash('sha256').update(contactRequestText(request)).digest('base64url');

type SignableRequest = Omit<ContactRequest, 'askedAt'> & { origin: string; askedAt?: string };

export function signContactRequest(device: PasskeyDevice, { origin, ...given }: SignableRequest) {
  const { reason, publicKey, askedAt, ...rest } = { askedAt: new Date().toISOString(), ...given };
  const challenge = computeChallenge({ reason, publicKey, askedAt, ...rest });
  const { clientExtensionResults: _, ...passkey } = device.get({ challenge, rpId: new URL(origin).hostname });
  return { reason, publicKey, askedAt, passkey };
}

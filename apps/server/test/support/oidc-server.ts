/**
 * A real OpenID provider on loopback, in place of Google. It signs a user in without a click, as the person that the
 * test named, and can send a bad id_token as a broken or hostile provider would.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Adapter, type AdapterPayload, type KoaContextWithOIDC, Provider } from 'oidc-provider';

export interface OidcPerson {
  subject: string;
  email?: string;
  emailVerified?: boolean;
}

export interface OidcClient {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

type Claims = Record<string, unknown>;

const INTERACTION_PATH = '/interaction/';

export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>;

export async function startOidcServer(client: OidcClient, port = 0) {
  let person: OidcPerson | undefined = { subject: 'google-1', email: 'amina@mail.example', emailVerified: true };
  let alterIdToken = (idToken: string) => idToken;
  let isSilent = false;

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (isSilent) return undefined;
    if (request.url?.startsWith(INTERACTION_PATH)) {
      const result = person ? { login: { accountId: person.subject } } : { error: 'access_denied' };
      return provider.interactionFinished(request, response, result);
    }
    return answer(request, response);
  };
  // The provider needs its own URL before it is created, so the port is opened first.
  const http = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const issuerUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuerUrl, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // Google includes the email address in the id_token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    interactions: { url: (_, { uid }) => `${INTERACTION_PATH}${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        ...(person?.email !== undefined && { email: person.email }),
        ...(person?.emailVerified !== undefined && { email_verified: person.emailVerified }),
      }),
    }),
    loadExistingGrant: consentToEverything,
  });
  provider.use(async (context, next) => {
    await next();
    const body: unknown = context.body;
    if (context.path === '/token' && hasIdToken(body)) body.id_token = alterIdToken(body.id_token);
  });
  const answer = provider.callback();

  const signToken = (claims: Claims, key: KeyObject) => {
    const content = `${encodePart({ alg: 'RS256', kid: 'test', typ: 'JWT' })}.${encodePart(claims)}`;
    return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
  };

  return {
    issuerUrl,
    /** Sets the person who signs in from now on. */
    signInAs: (next: OidcPerson) => {
      person = next;
    },
    /** From now on users cancel the sign-in. */
    cancelSignIns: () => {
      person = undefined;
    },
    /** Changes the next id_tokens as strings, signature included. */
    alterIdTokens: (alter: (idToken: string) => string) => {
      alterIdToken = alter;
    },
    /** Changes the claims of the next id_tokens, signed with the right key or with the given one. */
    alterClaims: (alter: (claims: Claims) => Claims, key = privateKey) => {
      alterIdToken = (idToken) => signToken(alter(parseClaims(idToken)), key);
    },
    restoreIdTokens: () => {
      alterIdToken = (idToken) => idToken;
    },
    /** Accepts connections and never responds. */
    stopResponding: () => {
      isSilent = true;
    },
    resumeResponding: () => {
      isSilent = false;
    },
    /** Follows redirects as a browser would, with cookies, until one leads to the client, and returns that URL. */
    followRedirects: (url: string) => followRedirectsUntil(url, client.redirectUri),
    stop: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function followRedirectsUntil(start: string, end: string) {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hop = 0; hop < 10; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    const location = response.headers.get('location');
    if (!location) throw new Error(`The provider responded with ${response.status}: ${await response.text()}`);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    url = new URL(location, url).href;
    if (url.startsWith(end)) return url;
  }
  throw new Error('The provider redirects in a loop.');
}

async function consentToEverything({ oidc }: KoaContextWithOIDC) {
  const { provider, client, session } = oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email');
  await grant.save();
  return grant;
}

const hasIdToken = (body: unknown): body is { id_token: string } =>
  typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string';

const encodePart = (part: Claims) => Buffer.from(JSON.stringify(part)).toString('base64url');

const parseClaims = (idToken: string) =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as Claims;

/** In-memory storage of the provider. */
function createMemoryAdapter() {
  const payloads = new Map<string, AdapterPayload>();
  const findWhere = (name: string, matches: (payload: AdapterPayload) => boolean) =>
    [...payloads].find(([key, payload]) => key.startsWith(`${name}:`) && matches(payload))?.[1];

  return (name: string): Adapter => ({
    upsert: async (id, payload) => void payloads.set(`${name}:${id}`, payload),
    find: async (id) => payloads.get(`${name}:${id}`),
    findByUid: async (uid) => findWhere(name, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findWhere(name, (payload) => payload.userCode === userCode),
    consume: async (id) => {
      const payload = payloads.get(`${name}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => void payloads.delete(`${name}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of payloads) if (payload.grantId === grantId) payloads.delete(key);
    },
  });
}

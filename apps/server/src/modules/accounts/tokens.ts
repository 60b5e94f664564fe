/** Tokens have 256 random bits and are stored as hashes. Emailed tokens are derived from their ids at sending. */
import { randomBytes } from 'node:crypto';
import type { AppSecret } from '../../platform/app-secret.ts';
import { createTokensOfIds, type TokensOfIds } from '../../platform/token-of-id.ts';

export { hashToken } from '../../platform/token-of-id.ts';

export const newToken = (): string => randomBytes(32).toString('base64url');

export const createMailedTokens = (secret: AppSecret): TokensOfIds => createTokensOfIds(secret, 'mailed-token');

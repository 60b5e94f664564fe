/** Tokens are 256 random bits, and only their hash is kept; those that are mailed are made anew for each letter. */
import { randomBytes } from 'node:crypto';
import type { AppSecret } from '../../platform/app-secret.ts';
import { createTokensOfIds, type TokensOfIds } from '../../platform/token-of-id.ts';

export { hashToken } from '../../platform/token-of-id.ts';

export const newToken = (): string => randomBytes(32).toString('base64url');

export const createMailedTokens = (secret: AppSecret): TokensOfIds => createTokensOfIds(secret, 'mailed-token');

/** Tokens have 256 random bits and are stored as hashes. Emailed tokens are derived from their ids at sending. */
import { randomBytes } from 'node:crypto';
import type { AppSecret } from '../../../platform/app-secret.ts';
import { createDerivedTokens, type DerivedTokens } from '../../../platform/derived-token.ts';

export { hashToken } from '../../../platform/derived-token.ts';

export const newToken = (): string => randomBytes(32).toString('base64url');

export const createMailedTokens = (secret: AppSecret): DerivedTokens => createDerivedTokens(secret, 'mailed-token');

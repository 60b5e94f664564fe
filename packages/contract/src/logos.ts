/**
 * Logos of providers: redrawn when they arrive, and public under an address whose picture never changes. The picture
 * that a business proposes is public after its approval.
 */
import * as z from 'zod/mini';
import { ProviderId } from './directory.ts';
import { AdminProvider } from './directory-admin.ts';
import { endpoint } from './endpoint.ts';
import { logoLimits } from './limits.ts';
import { id } from './schema.ts';
import { staffCommonErrors, staffReadDefaults, staffWriteDefaults } from './staff.ts';

export const LogoId = id<'LogoId'>();
export type LogoId = z.infer<typeof LogoId>;

export const logoSizes = ['small', 'large'] as const;
export type LogoSize = (typeof logoSizes)[number];

export const LogoPicture = z.instanceof(Uint8Array<ArrayBuffer>);

export const getLogo = endpoint({
  method: 'GET',
  path: '/api/logos/:id',
  summary: 'A logo as a square WebP picture: 96 pixels (`small`) or 160 pixels (`large`) wide.',
  access: 'public',
  params: z.object({ id: LogoId }),
  query: z.object({ size: z._default(z.enum(logoSizes), 'large') }),
  reply: LogoPicture,
  isDownload: true,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  cache: 'immutable',
  rateLimit: 'read',
});

const params = z.object({ providerId: ProviderId });

export const setLogo = endpoint({
  ...staffWriteDefaults,
  method: 'PUT',
  path: '/api/admin/providers/:providerId/logo',
  summary: 'Uploads the logo of a provider: a JPEG, PNG or WebP picture, recognised by its content and redrawn.',
  params,
  body: LogoPicture,
  uploadBytes: logoLimits.fileBytes,
  reply: AdminProvider,
  errors: [...staffCommonErrors, 'PROVIDER_NOT_FOUND', 'LOGO_REFUSED', 'TOO_LARGE', 'RATE_LIMITED'],
});

export const removeLogo = endpoint({
  ...staffWriteDefaults,
  method: 'DELETE',
  path: '/api/admin/providers/:providerId/logo',
  summary: 'Removes the logo of a provider; pages show its initial again.',
  params,
  reply: AdminProvider,
  errors: [...staffCommonErrors, 'PROVIDER_NOT_FOUND', 'RATE_LIMITED'],
});

export const getProposedLogo = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/proposed-logos/:id',
  summary: 'A logo that a business proposed.',
  params: z.object({ id: LogoId }),
  reply: LogoPicture,
  isDownload: true,
  errors: [...staffCommonErrors, 'NOT_FOUND'],
});

export const logoEndpoints = [getLogo, setLogo, removeLogo, getProposedLogo] as const;

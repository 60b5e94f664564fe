/** Logos of providers: redrawn when they arrive, and public under an address whose picture never changes. */
import * as z from 'zod/mini';
import { ProviderId } from './directory.ts';
import { AdminProvider } from './directory-admin.ts';
import { endpoint } from './endpoint.ts';
import { logoLimits } from './limits.ts';
import { id } from './schema.ts';
import { staffCommonErrors, staffWriteDefaults } from './staff.ts';

export const LogoId = id<'LogoId'>();
export type LogoId = z.infer<typeof LogoId>;

export const logoSizes = ['small', 'large'] as const;
export type LogoSize = (typeof logoSizes)[number];

const Picture = z.instanceof(Uint8Array<ArrayBuffer>);

export const getLogo = endpoint({
  method: 'GET',
  path: '/api/logos/:id',
  summary: 'A logo as a square WebP picture: 96 pixels (`small`) or 160 pixels (`large`) wide.',
  access: 'public',
  params: z.object({ id: LogoId }),
  query: z.object({ size: z._default(z.enum(logoSizes), 'large') }),
  reply: Picture,
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
  body: Picture,
  uploadBytes: logoLimits.fileBytes,
  reply: AdminProvider,
  errors: [...staffCommonErrors, 'PROVIDER_NOT_FOUND', 'LOGO_REFUSED', 'TOO_LARGE', 'RATE_LIMITED'],
});

export const removeLogo = endpoint({
  ...staffWriteDefaults,
  method: 'DELETE',
  path: '/api/admin/providers/:providerId/logo',
  summary: 'Removes the logo of a provider; readers see its initial again.',
  params,
  reply: AdminProvider,
  errors: [...staffCommonErrors, 'PROVIDER_NOT_FOUND', 'RATE_LIMITED'],
});

export const logoEndpoints = [getLogo, setLogo, removeLogo] as const;

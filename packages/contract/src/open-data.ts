/** The published files of indicators. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { list, text } from './schema.ts';

export const PublishedFile = z.object({
  /** Below /feeds/v1/. */
  name: text(200),
  bytes: z.int(),
  sha256: text(64),
  entries: z.int(),
  licence: text(100),
});
export type PublishedFile = z.infer<typeof PublishedFile>;

/** An outside list whose entries are in the files. */
export const PublishedSource = z.object({
  name: text(200),
  url: text(500),
  licence: text(200),
  licenceUrl: z.nullable(text(500)),
  attribution: z.nullable(text(1000)),
});

export const OpenData = z.object({
  /** Null until this installation has published for the first time. */
  release: z.nullable(
    z.object({
      /** Grows with each release. */
      sequence: z.int(),
      generatedAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
      /** Minisign key that signs the manifest. */
      publicKey: text(100),
      /** From the decision to the files. */
      delay: z.object({
        changes: z.int(),
        medianSeconds: z.nullable(z.number()),
        maxSeconds: z.nullable(z.number()),
      }),
      /** Listed entries, and those of the last 90 days that we withdrew as wrong. */
      errors: z.object({ listed: z.int(), overruled: z.int(), days: z.int() }),
      files: list(PublishedFile, 1000),
      sources: list(PublishedSource, 200),
    }),
  ),
});
export type OpenData = z.infer<typeof OpenData>;

export const getOpenData = endpoint({
  method: 'GET',
  path: '/api/open-data',
  summary: 'The published files of indicators: names, sizes, hashes, licences, and the key that signs them.',
  access: 'public',
  reply: OpenData,
  errors: [],
  cache: 'brief',
  rateLimit: 'read',
});

export const openDataEndpoints = [getOpenData] as const;

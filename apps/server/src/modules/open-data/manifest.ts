/**
 * The signed list of all files of a release. `sequence` only grows and `expiresAt` is near, so that a client notices
 * when somebody serves it an older release (roll-back) or always the same one (freeze).
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { verifySignature } from '../../platform/signing/minisign.ts';

export const MANIFEST_NAME = 'manifest.json';
export const SIGNATURE_NAME = `${MANIFEST_NAME}.minisig`;
export const PUBLIC_KEY_NAME = 'minisign.pub';
export const VALID_HOURS = 24;

export const ManifestFile = z.object({
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  entries: z.int(),
  licence: z.string(),
});
export type ManifestFile = z.infer<typeof ManifestFile>;

export const Manifest = z.object({
  version: z.literal(1),
  sequence: z.int(),
  generatedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** From the decision to the file, over the last changes; null before the first change. */
  delay: z.object({ changes: z.int(), medianSeconds: z.nullable(z.number()), maxSeconds: z.nullable(z.number()) }),
  /** Entries that are listed, and those that a decision withdrew as wrong within these days. */
  errors: z.object({ listed: z.int(), overruled: z.int(), days: z.int() }),
  ranges: z.object({ bits: z.int(), bytes: z.int() }),
  /** For tags of phone numbers and the like; absent in older releases. */
  blindRanges: z.optional(z.object({ bits: z.int(), bytes: z.int() })),
  files: z.array(ManifestFile),
});
export type Manifest = z.infer<typeof Manifest>;

export class ManifestError extends Error {
  readonly reason: 'rollBack' | 'expired' | 'changedFile';

  constructor(reason: ManifestError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Trust {
  publicKey: string;
  /** The sequence of the last manifest that this client accepted. */
  lastSequence?: number | undefined;
  now?: Date;
}

/** Verifies a manifest as a client does before it uses a file. */
export function openManifest(
  content: Uint8Array,
  signature: string,
  { publicKey, lastSequence = 0, now = new Date() }: Trust,
): Manifest {
  verifySignature(content, signature, publicKey);
  const manifest = Manifest.parse(JSON.parse(Buffer.from(content).toString('utf8')));
  if (manifest.sequence < lastSequence) {
    throw new ManifestError('rollBack', `Release ${manifest.sequence} is older than ${lastSequence}.`);
  }
  if (new Date(manifest.expiresAt) <= now) {
    throw new ManifestError('expired', `Release ${manifest.sequence} expired at ${manifest.expiresAt}.`);
  }
  return manifest;
}

export function checkFile({ name, bytes, sha256 }: ManifestFile, content: Uint8Array): void {
  const found = createHash('sha256').update(content).digest('hex');
  if (content.length !== bytes || found !== sha256) {
    throw new ManifestError('changedFile', `${name} is not the file of this release.`);
  }
}

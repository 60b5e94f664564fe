import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  formatSigningKey,
  isSigningKey,
  openNote,
  parseSigningKey,
  parseVerifierKey,
  signNote,
} from './signed-note.ts';

/** The example of c2sp.org/signed-note. */
const c2spExample = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  text: 'This is an example message.\n',
  signature:
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
};
/** The example of golang.org/x/mod/sumdb/note. */
const goExample = {
  signingKey: 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  signature:
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};
const toNote = ({ text, signature }: { text: string; signature: string }) => `${text}\n${signature}`;

describe('signed notes', () => {
  it('verifies the published examples of C2SP and Go', () => {
    for (const example of [c2spExample, goExample]) {
      const key = parseVerifierKey(example.key);
      expect(key.text).toBe(example.key);
      expect(openNote(toNote(example), [key])).toEqual({ text: example.text, signers: [key] });
    }
  });

  it("signs Go's example byte for byte like Go", () => {
    const key = parseSigningKey(goExample.signingKey);
    expect(key.text).toBe(goExample.key);
    expect(signNote(goExample.text, [key])).toBe(toNote(goExample));
  });

  it("parses the key of Go's checksum database", () => {
    const key = parseVerifierKey('sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8');
    expect([key.name, key.id]).toEqual(['sum.golang.org', '033de0ae']);
  });

  it('creates a signature that OpenSSL verifies', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hakiki-note-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const key = parseSigningKey(formatSigningKey('hakiki.example/decisions'));
    const note = signNote('hakiki.example/decisions\n1\nsomething\n', [key]);
    const [name, encoded = ''] = note.trimEnd().split(' ').slice(-2);
    expect(name).toBe('hakiki.example/decisions');
    const file = (fileName: string, content: string | Buffer) => {
      writeFileSync(join(folder, fileName), content);
      return join(folder, fileName);
    };
    const verified = execFileSync('openssl', [
      ...['pkeyutl', '-verify', '-rawin', '-pubin'],
      ...['-inkey', file('key.pem', key.publicKey.export({ format: 'pem', type: 'spki' }))],
      ...['-in', file('text', note.slice(0, note.lastIndexOf('\n\n') + 1))],
      ...['-sigfile', file('signature', Buffer.from(encoded, 'base64').subarray(4))],
    ]);
    expect(verified.toString()).toContain('Signature Verified Successfully');
  });

  it('rejects a note whose text or signature by a known key was changed', () => {
    const key = parseVerifierKey(c2spExample.key);
    expect(() => openNote(toNote({ ...c2spExample, text: 'This is another message.\n' }), [key])).toThrow('is wrong');
    const changedSignature = c2spExample.signature.replace('Jz', 'JA').replace('IneyaQM', 'IneyaQA');
    expect(() => openNote(toNote({ ...c2spExample, signature: changedSignature }), [key])).toThrow('is wrong');
  });

  it('reports no signer for another key, even with the same name', () => {
    const otherKey = parseSigningKey(formatSigningKey('example.com/foo'));
    expect(openNote(toNote(c2spExample), [otherKey]).signers).toEqual([]);
    const knownKey = parseVerifierKey(c2spExample.key);
    const note = toNote({ ...c2spExample, signature: goExample.signature + c2spExample.signature });
    expect(openNote(note, [knownKey]).signers).toEqual([knownKey]);
  });

  it('rejects a note without an empty line, without a final newline, or with malformed signatures', () => {
    const key = parseVerifierKey(c2spExample.key);
    for (const note of [
      '',
      c2spExample.text,
      c2spExample.text + c2spExample.signature,
      toNote(c2spExample).slice(0, -1),
      toNote(c2spExample).replace('— ', '- '),
      toNote({ ...c2spExample, signature: '— example.com/foo !!!\n' }),
      toNote({ ...c2spExample, signature: '— example.com/foo Uw2QOg==\n' }),
      toNote({ ...c2spExample, text: 'This is an\texample message.\n' }),
    ]) {
      expect(() => openNote(note, [key]), note).toThrow();
    }
  });
});

describe('keys for signed notes', () => {
  it('rejects a key with a wrong id, type or length', () => {
    for (const text of [
      '',
      c2spExample.key.replace('530d903a', '530d903b'),
      c2spExample.key.replace('+Ae', '+Be'),
      c2spExample.key.slice(0, -4),
      c2spExample.key.replace('example.com/foo', 'example.com/bar'),
    ]) {
      expect(() => parseVerifierKey(text), text).toThrow();
      expect(isSigningKey(`PRIVATE+KEY+${text}`), text).toBe(false);
    }
    expect(isSigningKey(goExample.signingKey)).toBe(true);
    expect(isSigningKey(goExample.key)).toBe(false);
    expect(() => formatSigningKey('a name')).toThrow();
  });

  it('generates a different key each time', () => {
    expect(formatSigningKey('hakiki.example/decisions')).not.toBe(formatSigningKey('hakiki.example/decisions'));
  });
});

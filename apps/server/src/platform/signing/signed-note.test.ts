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
const specified = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  text: 'This is an example message.\n',
  signature:
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
};
/** The example of golang.org/x/mod/sumdb/note. */
const neumann = {
  signingKey: 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  signature:
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};
const noteOf = ({ text, signature }: { text: string; signature: string }) => `${text}\n${signature}`;

describe('signed notes', () => {
  it('verifies the published examples of C2SP and Go', () => {
    for (const example of [specified, neumann]) {
      const key = parseVerifierKey(example.key);
      expect(key.text).toBe(example.key);
      expect(openNote(noteOf(example), [key])).toEqual({ text: example.text, signers: [key] });
    }
  });

  it("signs Go's example byte for byte like Go", () => {
    const key = parseSigningKey(neumann.signingKey);
    expect(key.text).toBe(neumann.key);
    expect(signNote(neumann.text, [key])).toBe(noteOf(neumann));
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
    const file = (called: string, content: string | Buffer) => {
      writeFileSync(join(folder, called), content);
      return join(folder, called);
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
    const key = parseVerifierKey(specified.key);
    expect(() => openNote(noteOf({ ...specified, text: 'This is another message.\n' }), [key])).toThrow('is wrong');
    const turned = specified.signature.replace('Jz', 'JA').replace('IneyaQM', 'IneyaQA');
    expect(() => openNote(noteOf({ ...specified, signature: turned }), [key])).toThrow('is wrong');
  });

  it('reports no signer for another key, even with the same name', () => {
    const another = parseSigningKey(formatSigningKey('example.com/foo'));
    expect(openNote(noteOf(specified), [another]).signers).toEqual([]);
    const both = parseVerifierKey(specified.key);
    const note = noteOf({ ...specified, signature: neumann.signature + specified.signature });
    expect(openNote(note, [both]).signers).toEqual([both]);
  });

  it('rejects a note without an empty line, without a final newline, or with malformed signatures', () => {
    const key = parseVerifierKey(specified.key);
    for (const note of [
      '',
      specified.text,
      specified.text + specified.signature,
      noteOf(specified).slice(0, -1),
      noteOf(specified).replace('— ', '- '),
      noteOf({ ...specified, signature: '— example.com/foo !!!\n' }),
      noteOf({ ...specified, signature: '— example.com/foo Uw2QOg==\n' }),
      noteOf({ ...specified, text: 'This is an\texample message.\n' }),
    ]) {
      expect(() => openNote(note, [key]), note).toThrow();
    }
  });
});

describe('keys for signed notes', () => {
  it('rejects a key with a wrong id, type or length', () => {
    for (const text of [
      '',
      specified.key.replace('530d903a', '530d903b'),
      specified.key.replace('+Ae', '+Be'),
      specified.key.slice(0, -4),
      specified.key.replace('example.com/foo', 'example.com/bar'),
    ]) {
      expect(() => parseVerifierKey(text), text).toThrow();
      expect(isSigningKey(`PRIVATE+KEY+${text}`), text).toBe(false);
    }
    expect(isSigningKey(neumann.signingKey)).toBe(true);
    expect(isSigningKey(neumann.key)).toBe(false);
    expect(() => formatSigningKey('a name')).toThrow();
  });

  it('generates a different key each time', () => {
    expect(formatSigningKey('hakiki.example/decisions')).not.toBe(formatSigningKey('hakiki.example/decisions'));
  });
});

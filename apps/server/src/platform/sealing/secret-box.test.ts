import { describe, expect, it } from 'vitest';
import { deriveKey } from '../derive-key.ts';
import { createByteBox, createRotatingBox, createSecretBox } from './secret-box.ts';

const box = createSecretBox('a secret of this test, long enough', 'totp');
const openError = 'A sealed secret cannot be opened.';

describe('sealed secrets', () => {
  it('sealed secrets open again for their owner', () => {
    const sealed = box.seal('JBSWY3DPEHPK3PXP', 'amina');
    expect(sealed).toMatch(/^v1\.[\w-]+$/);
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(box.open(sealed, 'amina')).toBe('JBSWY3DPEHPK3PXP');
    expect(box.open(box.seal('', 'amina'), 'amina')).toBe('');
  });

  it('sealed secrets differ each time for the same secret', () => {
    expect(box.seal('JBSWY3DPEHPK3PXP', 'amina')).not.toBe(box.seal('JBSWY3DPEHPK3PXP', 'amina'));
  });

  it('sealed secrets do not open in the row of another owner', () => {
    expect(() => box.open(box.seal('JBSWY3DPEHPK3PXP', 'amina'), 'kofi')).toThrow(openError);
  });

  it('sealed secrets do not open with another secret or for another purpose', () => {
    const sealed = box.seal('JBSWY3DPEHPK3PXP', 'amina');
    expect(() => createSecretBox('another secret of another test', 'totp').open(sealed, 'amina')).toThrow(openError);
    expect(() => createSecretBox('a secret of this test, long enough', 'mail').open(sealed, 'amina')).toThrow(
      openError,
    );
  });

  it('sealed secrets do not open after a bit was flipped', () => {
    const bytes = Buffer.from(box.seal('JBSWY3DPEHPK3PXP', 'amina').slice(3), 'base64url');
    // Key id, then nonce, tag and content.
    expect(bytes).toHaveLength(5 + 12 + 16 + 16);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => box.open(`v1.${flipped.toString('base64url')}`, 'amina'), `bit ${bit}`).toThrow(openError);
    }
  });

  it('sealed secrets do not open when too short, too long or in an unknown format', () => {
    const sealed = box.seal('JBSWY3DPEHPK3PXP', 'amina');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => box.open(sealed.slice(0, length), 'amina'), `${length} characters`).toThrow(openError);
    }
    expect(() => box.open(`${sealed}AAAA`, 'amina')).toThrow(openError);
    expect(() => box.open(sealed.replace('v1.', 'v2.'), 'amina')).toThrow(openError);
    expect(() => box.open('JBSWY3DPEHPK3PXP', 'amina')).toThrow(openError);
  });
});

describe('sealed secrets during a rotation of the application secret', () => {
  const [before, now] = ['a secret of this test, long enough', 'the next secret of this test, longer'] as const;
  const boxes = {
    before: createRotatingBox(before, 'totp'),
    prepared: createRotatingBox({ current: before, next: now }, 'totp'),
    exchanged: createRotatingBox({ current: now, before }, 'totp'),
    after: createRotatingBox(now, 'totp'),
  };
  const content = Buffer.from('JBSWY3DPEHPK3PXP');

  it('sealed secrets open with either secret, and report which of them must be sealed again [SAFE-09]', () => {
    for (const sealed of [boxes.prepared.seal(content, 'amina'), boxes.exchanged.seal(content, 'amina')]) {
      expect(boxes.prepared.open(sealed, 'amina')).toEqual(content);
      expect(boxes.exchanged.open(sealed, 'amina')).toEqual(content);
    }
    expect(boxes.exchanged.isOlder(boxes.prepared.seal(content, 'amina'))).toBe(true);
    expect(boxes.exchanged.isOlder(boxes.exchanged.seal(content, 'amina'))).toBe(false);
    expect(() => boxes.after.open(boxes.before.seal(content, 'amina'), 'amina')).toThrow(openError);
    expect(() => boxes.before.open(boxes.after.seal(content, 'amina'), 'amina')).toThrow(openError);
  });

  it('sealed secrets open if they were sealed before keys had ids [SAFE-09]', () => {
    const withoutKeyId = createByteBox(deriveKey(before, 'totp')).seal(content, 'amina');
    for (const box of [boxes.before, boxes.prepared, boxes.exchanged]) {
      expect(box.open(withoutKeyId, 'amina')).toEqual(content);
      expect(box.isOlder(withoutKeyId)).toBe(true);
    }
    expect(() => boxes.after.open(withoutKeyId, 'amina')).toThrow(openError);
    expect(() => boxes.exchanged.open(withoutKeyId, 'kofi')).toThrow(openError);
  });
});

describe('keys derived from the application secret', () => {
  it('derived keys are the same in every process, and different for every purpose', () => {
    const secret = 'a secret of this test, long enough';
    expect(deriveKey(secret, 'one')).toHaveLength(32);
    expect(deriveKey(secret, 'one')).toEqual(deriveKey(secret, 'one'));
    expect(deriveKey(secret, 'one')).not.toEqual(deriveKey(secret, 'two'));
    expect(deriveKey(secret, 'one')).not.toEqual(deriveKey('another secret of another test', 'one'));
  });
});

import { describe, expect, it } from 'vitest';
import { createOpener, createSealer, isKey, isPair, newPair, pairFrom } from './sealed-box.ts';

const pair = newPair();
const seal = createSealer(pair.publicKey);
const open = createOpener([pair.privateKey]);
const place = { purpose: 'contact', id: 'one' };
const content = Buffer.from('amina@example.com');
const unopened = 'A sealed box cannot be opened.';
const unknownKey = 'A sealed box is for a key that is not here.';

describe('a sealed box', () => {
  it('opens for whoever has the private key, and grows by 57 bytes', () => {
    const sealed = seal(content, place);
    expect(sealed).toHaveLength(content.length + 57);
    expect(sealed.includes(content)).toBe(false);
    expect(open(sealed, place)).toEqual(content);
    expect(open(seal(Buffer.alloc(0), place), place)).toHaveLength(0);
  });

  it('looks different each time', () => {
    expect(seal(content, place).subarray(9)).not.toEqual(seal(content, place).subarray(9));
  });

  it('opens in its own row only, and only for what it was sealed for', () => {
    const sealed = seal(content, place);
    expect(() => open(sealed, { ...place, id: 'two' })).toThrow(unopened);
    expect(() => open(sealed, { ...place, purpose: 'details' })).toThrow(unopened);
  });

  it('stays shut for other keys, and without any', () => {
    const sealed = seal(content, place);
    expect(() => createOpener([newPair().privateKey])(sealed, place)).toThrow(unknownKey);
    expect(() => createOpener([])(sealed, place)).toThrow(unknownKey);
  });

  it('still opens after the key was changed, as long as the old one is kept', () => {
    const next = newPair();
    const both = createOpener([next.privateKey, pair.privateKey]);
    expect(both(seal(content, place), place)).toEqual(content);
    expect(both(createSealer(next.publicKey)(content, place), place)).toEqual(content);
  });

  it('stays shut after any bit of it was turned, and when it was cut short or lengthened', () => {
    const sealed = seal(content, place);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const turned = Buffer.from(sealed);
      turned.writeUInt8(turned.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => open(turned, place), `bit ${bit}`).toThrow();
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => open(sealed.subarray(0, length), place), `${length} bytes`).toThrow();
    }
    expect(() => open(Buffer.concat([sealed, Buffer.alloc(1)]), place)).toThrow(unopened);
  });
});

describe('a key of the reporters', () => {
  it('says which of the two it is', () => {
    expect(isKey('public', pair.publicKey)).toBe(true);
    expect(isKey('private', pair.privateKey)).toBe(true);
    expect(isKey('public', pair.privateKey)).toBe(false);
    expect(isKey('private', pair.publicKey)).toBe(false);
    expect(isKey('public', pair.publicKey.slice(0, -1))).toBe(false);
    expect(isKey('public', '')).toBe(false);
    expect(() => createSealer(pair.privateKey)).toThrow('This is no public key.');
    expect(() => createOpener([pair.publicKey])).toThrow('This is no private key.');
  });

  it('belongs to one pair, and a secret always makes the same one', () => {
    expect(isPair(pair)).toBe(true);
    expect(isPair({ ...pair, publicKey: newPair().publicKey })).toBe(false);
    expect(pairFrom(Buffer.alloc(32, 7))).toEqual(pairFrom(Buffer.alloc(32, 7)));
    expect(pairFrom(Buffer.alloc(32, 7))).not.toEqual(pairFrom(Buffer.alloc(32, 8)));
  });
});

import { evidenceLimits } from '@hakiki/contract/limits';
import { describe, expect, it } from 'vitest';
import { fitSize, prepareFile, getRejectReason } from './files.ts';

describe('scaling a picture down', () => {
  it.each([
    [4000, 3000, 2000, 1500],
    [3000, 4000, 1500, 2000],
    [1200, 900, 1200, 900],
    [9000, 2, 2000, 1],
  ])('scales a picture of %i x %i pixels to %i x %i', (width, height, ...expectedSize) => {
    expect(fitSize(width, height, 2000)).toEqual(expectedSize);
  });
});

describe('checking a chosen file', () => {
  const MB = 1024 * 1024;

  it.each(['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])('accepts a file of type %s', (type) => {
    expect(getRejectReason({ type, size: 10 * MB })).toBeUndefined();
  });

  it('rejects a file that is no picture and no PDF, too large or empty', () => {
    expect(getRejectReason({ type: 'text/html', size: 100 })).toBe('type');
    expect(getRejectReason({ type: 'application/pdf', size: 10 * MB + 1 })).toBe('size');
    expect(getRejectReason({ type: 'image/png', size: 0 })).toBe('empty');
    expect(evidenceLimits.fileBytes).toBe(10 * MB);
  });

  it('leaves a PDF unchanged', async () => {
    const file = new File(['%PDF-1.7'], 'contract.pdf', { type: 'application/pdf' });
    expect(await prepareFile(file)).toEqual({ file });
    expect(await prepareFile(new File(['text'], 'notes.txt', { type: 'text/plain' }))).toEqual({
      refused: 'type',
      name: 'notes.txt',
    });
  });
});

import { expect, it } from 'vitest';
import { findDocumentExtension } from './business-values.ts';

it.each([
  ['licence.PDF', '.pdf'],
  ['office.jpg', '.jpg'],
  ['office.jpeg', '.jpg'],
  ['IMG_0007.JPEG', '.jpg'],
  ['notes.txt', undefined],
  ['jpeg', undefined],
])('the document %s has the extension %s', (name, extension) => {
  expect(findDocumentExtension(name)).toBe(extension);
});

import { PDF } from '@libpdf/core';

/** Extracts the text that a reader can search and copy. */
export async function extractPdfText(file: Uint8Array): Promise<string> {
  const pdf = await PDF.load(file);
  return pdf
    .getPages()
    .map((page) => page.extractText().text)
    .join('\n');
}

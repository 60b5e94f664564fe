import { PDF } from '@libpdf/core';

/** What a reader of the file finds when they search or copy it. */
export async function textOfPdf(file: Uint8Array): Promise<string> {
  const pdf = await PDF.load(file);
  return pdf
    .getPages()
    .map((page) => page.extractText().text)
    .join('\n');
}

/**
 * Generates the types of the public API from its OpenAPI document, which is generated from the contract.
 *
 *   npm run generate -w @hakiki/client
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@hakiki/contract/endpoints';
import openapiTS, { astToString } from 'openapi-typescript';
import { createOpenApiDocument } from '../../apps/server/src/platform/http/openapi/openapi-document.ts';

export const generatedPath = join(import.meta.dirname, 'src/v1.ts');

/** Generates the types of version 1. The caller configures the server's URL. */
export async function generate(): Promise<string> {
  const document = createOpenApiDocument(endpoints, 'v1', { version: '1', publicUrl: '/' });
  const tree = await openapiTS(JSON.stringify(document), { alphabetize: true });
  return `/** Generated from the contract by \`npm run generate -w @hakiki/client\`; not to be edited. */\n${astToString(tree)}`;
}

if (import.meta.main) await writeFile(generatedPath, await generate());

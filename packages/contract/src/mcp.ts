/** The check for assistants, by the Model Context Protocol (MCP): read-only, without account, session or state. */
import * as z from 'zod/mini';
import { CheckAnswer } from './check.ts';
import { endpoint } from './endpoint.ts';

export const mcpPath = '/api/mcp';

/** The revision without sessions, and the one before it. */
export const mcpRevisions = ['2026-07-28', '2025-11-25'] as const;
export type McpRevision = (typeof mcpRevisions)[number];

/**
 * The part of a check that tools get as data. Titles and advice of alerts are missing: they quote what scammers wrote,
 * and a model may take it for an instruction.
 */
export const McpCheck = z.pick(CheckAnswer, {
  verdict: true,
  readings: true,
  question: true,
  reasons: true,
  lookalike: true,
  known: true,
  links: true,
  promisesProfit: true,
});
export type McpCheck = z.infer<typeof McpCheck>;

export const callMcp = endpoint({
  method: 'POST',
  path: mcpPath,
  summary:
    'The Model Context Protocol (streamable HTTP) for assistants: one JSON-RPC message, answered with JSON. Its tools are check, first_hour and licence. What is sent is stored nowhere and is in no log.',
  access: 'public',
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: ['FORBIDDEN', 'RATE_LIMITED', 'TOO_LARGE'],
  cache: 'never',
  rateLimit: 'mcp',
});

export const mcpEndpoints = [callMcp] as const;

/**
 * The part of the Model Context Protocol that a stateless server with tools needs: its newest revision, in which each
 * request carries its revision, and the one before it, in which a client sends `initialize` first. One message
 * in, one message out; nothing is remembered between two of them.
 */
import { type McpRevision, mcpRevisions } from '@hakiki/contract/mcp';

const [MODERN, LEGACY] = mcpRevisions;
const META = 'io.modelcontextprotocol/';
const TOOLS_FRESH_MS = 3_600_000;

export interface ToolResult {
  text: string;
  data?: unknown;
  /** The model can correct its arguments and call again. */
  isError?: boolean;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  outputSchema?: object;
  call: (input: unknown) => Promise<ToolResult>;
}

export interface McpServer {
  name: string;
  version: string;
  instructions: string;
  tools: readonly Tool[];
}

export interface McpAnswer {
  status: number;
  /** Undefined for a notification, which has no answer. */
  body?: object;
}

type Fields = Record<string, unknown>;
type MessageId = string | number;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const errorCodes = {
  notJson: -32700,
  notARequest: -32600,
  unknownMethod: -32601,
  wrongParams: -32602,
  headersDiffer: -32020,
  unknownRevision: -32022,
} as const;

/** A refusal by the protocol; `status` is for clients of the newest revision, others read the code. */
class Refusal extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(
    code: keyof typeof errorCodes,
    message: string,
    { status = 400, data }: { status?: number; data?: unknown } = {},
  ) {
    super(message);
    this.code = errorCodes[code];
    this.status = status;
    this.data = data;
  }
}

interface Request {
  id: MessageId;
  method: string;
  params: Fields;
}

/** Undefined for a notification. */
function readMessage(text: string): Request | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new Refusal('notJson', 'The body is not JSON.');
  }
  if (!isFields(message) || message['jsonrpc'] !== '2.0' || typeof message['method'] !== 'string') {
    throw new Refusal('notARequest', 'The body is not one JSON-RPC request or notification.');
  }
  const { id, method, params = {} } = message;
  if (id === undefined) return undefined;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) {
    throw new Refusal('notARequest', 'The id of a request is a text or a whole number.');
  }
  if (!isFields(params)) throw new Refusal('wrongParams', 'params is not an object.');
  return { id: id as MessageId, method, params };
}

/** A client sends what is not plain ASCII as `=?base64?…?=`. */
const decodeHeader = (value: string): string => {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
};

/** Proxies act on the headers, so they must say what the body says. */
function checkHeaders(headers: Headers, { method, params }: Request, revision: string): void {
  const expected = [
    ['MCP-Protocol-Version', revision],
    ['Mcp-Method', method],
    ...(method === 'tools/call' ? [['Mcp-Name', String(params['name'])]] : []),
  ] as [name: string, value: string][];
  for (const [name, value] of expected) {
    const sent = headers.get(name);
    if (sent === null || decodeHeader(sent) !== value) {
      throw new Refusal(
        'headersDiffer',
        `The header ${name} ${sent === null ? 'is missing' : 'differs from the body'}.`,
      );
    }
  }
}

const isKnown = (revision: unknown): revision is McpRevision => mcpRevisions.includes(revision as McpRevision);

const refuseRevision = (requested: unknown) =>
  new Refusal('unknownRevision', 'Unsupported protocol version', { data: { supported: mcpRevisions, requested } });

function readRevision(headers: Headers, request: Request): McpRevision {
  const meta = isFields(request.params['_meta']) ? request.params['_meta'] : {};
  const header = headers.get('mcp-protocol-version');
  const revision = meta[`${META}protocolVersion`];
  if (revision === undefined && header !== MODERN) {
    // Before it knows the revision, and in revisions before 2025-06-18, a client sends no header.
    if (header !== null && !isKnown(header)) throw refuseRevision(header);
    return LEGACY;
  }
  if (typeof revision !== 'string') {
    throw new Refusal('wrongParams', `params._meta has no ${META}protocolVersion.`);
  }
  if (!isKnown(revision)) throw refuseRevision(revision);
  if (revision === MODERN && !isFields(meta[`${META}clientCapabilities`])) {
    throw new Refusal('wrongParams', `params._meta has no ${META}clientCapabilities.`);
  }
  checkHeaders(headers, request, revision);
  return revision;
}

const presentTool = ({ name, title, description, inputSchema, outputSchema }: Tool) => ({
  name,
  title,
  description,
  inputSchema,
  ...(outputSchema && { outputSchema }),
  annotations: { readOnlyHint: true, openWorldHint: false },
});

async function callTool({ tools }: McpServer, { name, arguments: input = {} }: Fields): Promise<Fields> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Refusal('wrongParams', 'There is no such tool.');
  const { text, data, isError = false } = await tool.call(input);
  return {
    content: [{ type: 'text', text }],
    ...(data !== undefined && { structuredContent: data }),
    isError,
  };
}

async function answerRequest(server: McpServer, request: Request, revision: McpRevision): Promise<Fields> {
  const { method, params } = request;
  const { name, version, instructions } = server;
  const capabilities = { tools: {} };
  const cached = revision === MODERN ? { ttlMs: TOOLS_FRESH_MS, cacheScope: 'public' } : {};
  if (method === 'tools/list') return { tools: server.tools.map(presentTool), ...cached };
  if (method === 'tools/call') return callTool(server, params);
  if (revision === MODERN && method === 'server/discover') {
    return { supportedVersions: mcpRevisions, capabilities, instructions, ...cached };
  }
  if (revision === LEGACY && method === 'ping') return {};
  if (revision === LEGACY && method === 'initialize') {
    return { protocolVersion: LEGACY, capabilities, serverInfo: { name, version }, instructions };
  }
  throw new Refusal('unknownMethod', 'There is no such method.', { status: 404 });
}

const toModernResult = ({ name, version }: McpServer, result: Fields): Fields => ({
  resultType: 'complete',
  ...result,
  _meta: { [`${META}serverInfo`]: { name, version } },
});

const toErrorBody = (id: MessageId | undefined, { code, message, data }: Refusal) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  error: { code, message, ...(data !== undefined && { data }) },
});

/** Answers the text of one message. */
export async function answerMessage(server: McpServer, headers: Headers, text: string): Promise<McpAnswer> {
  let request: Request | undefined;
  let revision: McpRevision | undefined;
  try {
    request = readMessage(text);
    if (!request) return { status: 202 };
    revision = readRevision(headers, request);
    const result = await answerRequest(server, request, revision);
    const body = {
      jsonrpc: '2.0',
      id: request.id,
      result: revision === MODERN ? toModernResult(server, result) : result,
    };
    return { status: 200, body };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: revision === LEGACY ? 200 : error.status, body: toErrorBody(request?.id, error) };
  }
}

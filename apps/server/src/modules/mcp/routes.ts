import { callMcp } from '@hakiki/contract/mcp';
import { handle, Reply } from '../../platform/http/route.ts';
import type { McpService } from './service.ts';

export const mcpRoutes = ({ mcp }: { mcp: McpService }) => [
  handle(callMcp, async ({ request }) => {
    const { status, body } = await mcp.answer(request.headers, await request.text());
    const headers = new Headers({ 'Content-Type': 'application/json', 'Content-Disposition': 'inline' });
    return new Reply(new TextEncoder().encode(body ? JSON.stringify(body) : ''), headers, status);
  }),
];

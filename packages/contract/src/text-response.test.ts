import { describe, expect, it } from 'vitest';
import { TextResponse } from './text-response.ts';

describe('a response whose text stays in this process', () => {
  it('reads like a response with a body', async () => {
    const init = { status: 201, headers: { 'Content-Type': 'application/json' } };
    for (const text of ['{"name":"Éco-Banque 🌍"}', 'no JSON', '']) {
      const [inProcess, usual] = [new TextResponse(text, init), new Response(text, init)];
      expect([inProcess.status, inProcess.ok, [...inProcess.headers]]).toEqual([201, true, [...usual.headers]]);
      expect(await inProcess.text()).toBe(await usual.clone().text());
      expect(Buffer.from(await inProcess.arrayBuffer())).toEqual(Buffer.from(await usual.clone().arrayBuffer()));
      const outcomeOf = (response: Response) => response.json().catch((error: unknown) => String(error));
      expect(await outcomeOf(inProcess)).toEqual(await outcomeOf(usual));
    }
  });
});

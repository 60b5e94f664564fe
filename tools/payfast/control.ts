/** Calls the actions of a fake PayFast in another process. */
import type { FakePayfast } from './server.ts';

type Acts = Omit<FakePayfast, 'url' | 'environment' | 'stop'>;
export type RemotePayfast = {
  [Act in keyof Acts]: (...given: Parameters<Acts[Act]>) => Promise<Awaited<ReturnType<Acts[Act]>>>;
};

export const openPayfast = (url: string): RemotePayfast =>
  new Proxy({} as RemotePayfast, {
    // `await` asks a proxy for `then`.
    get: (_, act) =>
      act === 'then'
        ? undefined
        : async (...given: unknown[]) => {
            const answer = await fetch(`${url}/control/${String(act)}`, {
              method: 'POST',
              body: JSON.stringify(given),
            });
            if (!answer.ok) throw new Error(`PayFast, ${String(act)}: ${await answer.text()}`);
            return answer.json();
          },
  });

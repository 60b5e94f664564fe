/** One caller of each kind, recreated now and then, since a call may change their account. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { type Arrived, type Caller, callersAt, promised } from '../apps/server/test/callers.ts';
import type { Besieged } from './besieged.ts';

/** The cookie name of production. */
export const sessionCookie = (cookie: string): string => cookie.replace(/^session=/, '__Host-session=');

const CALLS_OF_ONE = 60;

export interface Seats {
  names: string[];
  /** Callers that the contract allows. */
  letInto: (endpoint: EndpointDefinition) => string[];
  /** The current account of this caller. */
  at: (name: string) => Promise<Arrived>;
}

export function seatPeople({ line, database }: Besieged): Seats {
  const ask = async (path: string, { method = 'GET', headers = {}, body }: RequestInit) => {
    const answer = await line.ask({
      method,
      path,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { body }),
    });
    const given = new Headers();
    for (const cookie of answer.headers['set-cookie'] ?? []) given.append('set-cookie', cookie);
    return new Response(null, { status: answer.status || 599, headers: given });
  };
  const callers: Record<string, Caller> = callersAt(
    { database },
    {
      get: (path, init = {}) => ask(path, init),
      post: (path, body, { method = 'POST', headers = {} } = {}) =>
        ask(path, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
    },
  );
  const seats = new Map<string, { arrived: Promise<Arrived>; calls: number }>();
  return {
    names: Object.keys(callers),
    letInto: (endpoint) => Object.keys(callers).filter((name) => promised(endpoint, callers[name]!) === 'let in'),
    at: async (name) => {
      const seat = seats.get(name);
      if (seat && seat.calls < CALLS_OF_ONE) {
        seat.calls += 1;
        return seat.arrived;
      }
      const arrived = callers[name]!.arrive().then((one) => ({ ...one, cookie: sessionCookie(one.cookie) }));
      seats.set(name, { arrived, calls: 1 });
      return arrived;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@hakiki/contract/endpoints';
import { describe, expect, it } from 'vitest';
import { chooseLane, createCallLaneFinder, createLanes, createStaffSessions } from './lanes.ts';

const laneOfCall = createCallLaneFinder(endpoints);
const chooseLanes = (isStaff: boolean, requests: readonly string[]) =>
  requests.map((one) => {
    const [method = '', path = ''] = one.split(' ');
    const isRead = method === 'GET';
    return [one, chooseLane({ method, path, isRead, isShared: isRead && path === '/directory', isStaff }, laneOfCall)];
  });

describe('choosing the lane of a request', () => {
  it('puts everything that a reporter sends into the lane for reports, with and without scripts [SAFE-12]', () => {
    const requests = [
      'GET /api/proof-of-work',
      'POST /api/reports',
      'POST /api/fraud-alerts',
      'POST /api/providers',
      'POST /api/appeals',
      'POST /api/experiences',
      'POST /api/contact',
      'POST /api/confirm-submission',
      'POST /api/filings/look-up',
      'POST /api/filings/answers',
      'POST /api/filings/evidence',
      'PUT /api/evidence/1',
      'POST /report-scam',
      'POST /fr/report-scam',
      'POST /report-scam.data',
      'POST /provider/1',
      'POST /follow',
    ];
    expect(chooseLanes(false, requests)).toEqual(requests.map((one) => [one, 'reports']));
  });

  it('puts every request that hashes a password or sends a link into the sign-in lane [SAFE-12]', () => {
    const requests = [
      'POST /api/auth/login',
      'POST /api/auth/signup',
      'POST /api/admin/login',
      'POST /api/auth/login/second-factor',
      'POST /api/auth/forgot-password',
      'POST /signup',
      'POST /fr/signup',
      'POST /admin/login',
    ];
    expect(chooseLanes(false, requests)).toEqual(requests.map((one) => [one, 'signIn']));
  });

  it('puts a request into the staff lane only with a staff session, whatever the path [SAFE-12]', () => {
    const requests = [
      'GET /admin',
      'GET /admin/login',
      'GET /api/admin/users',
      'PUT /api/admin/users/1',
      'GET /account',
    ];
    const lanesWithoutStaffSession = ['memberPages', 'memberPages', 'members', 'members', 'memberPages'];
    expect(chooseLanes(false, requests)).toEqual(requests.map((one, place) => [one, lanesWithoutStaffSession[place]]));
    expect(chooseLanes(true, requests)).toEqual(requests.map((one) => [one, 'staff']));
  });

  it("puts shared pages into the visitors' lane and other requests into the members' lanes", () => {
    expect(
      chooseLanes(false, ['GET /directory', 'GET /dashboard', 'POST /account', 'POST /api/account/password']),
    ).toEqual([
      ['GET /directory', 'visitors'],
      ['GET /dashboard', 'memberPages'],
      ['POST /account', 'memberPages'],
      ['POST /api/account/password', 'members'],
    ]);
  });
});

describe('remembering staff sessions', () => {
  it('recognises a staff session by its token, under both names of the cookie', () => {
    const staff = createStaffSessions();
    expect(staff.has('session=one')).toBe(false);
    staff.remember('theme=dark; __Host-session=one');
    staff.remember('theme=dark');
    staff.remember(undefined);
    const cookies = ['session=one', '__Host-session=one; theme=light', 'session=two', 'mysession=one', undefined];
    expect(cookies.map((one) => staff.has(one))).toEqual([true, true, false, false, false]);
  });
});

describe('the lanes of a process', () => {
  it('the lanes of a process compute pages one at a time while a report is processed, and several afterwards [SAFE-12]', async () => {
    const { reports, visitors } = createLanes(100);
    const releaseReport = await reports.acquire('reporter');
    const releasePage = await visitors.acquire('one');
    let admitted = 0;
    const waiting = ['two', 'three', 'four'].map((client) => visitors.acquire(client).then(() => (admitted += 1)));
    await sleep(20);
    expect(admitted).toBe(0);
    releaseReport!();
    releasePage!();
    await Promise.all(waiting);
    expect(admitted).toBe(3);
  });
});

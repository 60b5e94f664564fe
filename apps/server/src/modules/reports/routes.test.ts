import { severities } from '@hakiki/contract/alert-values';
import { reportTypes } from '@hakiki/contract/report-values';
import { Report, type ReportFigures } from '@hakiki/contract/reports';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../test/browser.ts';
import { useDatabase } from '../../../test/database.ts';
import { replyTo } from '../../../test/expected-replies.ts';
import { makeAlert, makeProvider, makeReport, makeSession, makeUser } from '../../../test/makers.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { replyCacheSeconds: 0 } });
const db = () => test.database.db;

const signedIn = async (given: Parameters<typeof makeUser>[1] = {}) => {
  const { id } = await makeUser(db(), given);
  const { cookie } = await makeSession(db(), { userId: id });
  return { id, cookie };
};
const get = (path: string, cookie = '') => server.get(path, { headers: { cookie } });
const ask = async (query = '', cookie = '') => {
  const response = await get(`/api/reports${query}`, cookie);
  return { rows: (await response.json()) as Report[], total: Number(response.headers.get('X-Total-Count')) };
};
const texts = async (query = '', cookie = '') => (await ask(query, cookie)).rows.map(({ description }) => description);
const empty = () => test.empty('fraud_alerts', 'reports', 'filings');
const day = (n: number) => new Date(Date.UTC(2026, 2, n));

describe('GET /api/reports', () => {
  it('the list of reports is empty with a total of 0 while all reports are pending', async () => {
    await empty();
    await makeReport(db(), { status: 'pending' });
    expect(await ask()).toEqual({ rows: [], total: 0 });
  });

  it('everyone gets the reports under investigation and the resolved ones, newest first [CALL-10] [SHAPE-12] [DEC-17] [ENT-18] [DEC-26]', async () => {
    await empty();
    const { cookie } = await signedIn();
    const admin = await signedIn({ isAdmin: true });
    const statuses = ['investigating', 'pending', 'resolved', 'pending', 'investigating'] as const;
    for (const [place, status] of statuses.entries()) {
      await makeReport(db(), { status, description: `${status} ${place}`, createdAt: day(place + 1) });
    }
    for (const asking of ['', cookie, admin.cookie]) {
      expect(await texts('', asking)).toEqual(['investigating 4', 'resolved 2', 'investigating 0']);
      expect((await ask('', asking)).total).toBe(3);
    }
  });

  it('a signed-in reporter also gets their own pending reports, in order of date, which never count in the total [DEC-17]', async () => {
    await empty();
    const { id: createdBy, cookie } = await signedIn();
    const other = await signedIn();
    await makeReport(db(), { description: 'public 1', createdAt: day(1), createdBy });
    await makeReport(db(), { description: 'mine 2', createdAt: day(2), status: 'pending', createdBy });
    await makeReport(db(), { description: 'public 3', createdAt: day(3), createdBy: other.id });
    await makeReport(db(), { description: 'theirs 4', createdAt: day(4), status: 'pending', createdBy: other.id });
    await makeReport(db(), { description: 'mine 5', createdAt: day(5), status: 'pending', createdBy });
    const mine = ['mine 5', 'public 3', 'mine 2', 'public 1'];
    expect(await texts('', cookie)).toEqual(mine);
    expect(await texts('', other.cookie)).toEqual(['theirs 4', 'public 3', 'public 1']);
    expect(await texts()).toEqual(['public 3', 'public 1']);
    for (const asking of [cookie, other.cookie, '']) expect((await ask('', asking)).total).toBe(2);
    for (const offset of [0, 1, 2, 3, 4]) {
      expect(await texts(`?limit=2&offset=${offset}`, cookie)).toEqual(mine.slice(offset, offset + 2));
    }
  });

  it('a signed-in member gets every field of a report [ENT-16] [ENT-17] [DEC-27]', async () => {
    await empty();
    const { cookie } = await signedIn();
    const { id: providerId } = await makeProvider(db());
    const alert = await makeAlert(db());
    for (const reportType of reportTypes) await makeReport(db(), { reportType, reporterLocation: null });
    const { id } = await makeReport(db(), {
      reportType: 'fund_safety',
      severity: 'Critical',
      description: 'd'.repeat(500),
      reporterLocation: 'Kisumu',
      providerId,
      fraudAlertId: alert.id,
      status: 'resolved',
      createdAt: new Date(Date.UTC(2026, 6, 2, 10)),
    });
    const { rows } = await ask('', cookie);
    expect(rows.find((report) => report.id === id)).toEqual({
      id,
      reportType: 'fund_safety',
      severity: 'Critical',
      description: 'd'.repeat(500),
      reporterLocation: 'Kisumu',
      createdAt: '2026-07-02T10:00:00.000Z',
      providerId,
      fraudAlertId: alert.id,
      status: 'resolved',
      appealSince: null,
      reply: null,
    });
    expect(new Set(rows.map(({ reportType }) => reportType)).size).toBe(reportTypes.length);
    for (const report of rows) expect(Report.safeParse(report).error).toBeUndefined();
  });

  it("a visitor gets the first 80 characters of a report and not the reporter's location [DEC-16] [ROLE-07]", async () => {
    await empty();
    await makeReport(db(), { description: 'x'.repeat(81), createdAt: day(2) });
    await makeReport(db(), { description: 'x'.repeat(80), createdAt: day(1) });
    const [long, short] = (await ask()).rows;
    expect(long).toEqual(replyTo('GET /api/reports', { description: 'x'.repeat(80), descriptionCut: true }));
    expect(short).toEqual(replyTo('GET /api/reports', { description: 'x'.repeat(80) }));
    expect(Object.keys(short!)).not.toContain('descriptionCut');
    expect(JSON.stringify([long, short])).not.toMatch(/reporterLocation|Lagos|createdBy/);
  });

  it('the list of reports filters by severity, ignoring letter case, with the matching total [REPORTS-05] [DEC-14]', async () => {
    await empty();
    const { id: createdBy, cookie } = await signedIn();
    for (const [place, severity] of [...severities, ...severities].entries()) {
      await makeReport(db(), { severity, description: `${severity} ${place}`, createdAt: day(place + 1) });
      await makeReport(db(), {
        severity,
        status: 'pending',
        description: `my ${severity}`,
        createdBy,
        createdAt: day(1),
      });
    }
    const high = ['Critical 7', 'High 6', 'Critical 3', 'High 2'];
    for (const spelling of ['critical,high', 'HIGH, Critical', 'Critical,High,high,unheard']) {
      expect(await ask(`?severity=${encodeURIComponent(spelling)}`)).toEqual(expect.objectContaining({ total: 4 }));
      expect(await texts(`?severity=${encodeURIComponent(spelling)}`)).toEqual(high);
    }
    expect(await texts('?severity=critical,high&limit=2&offset=1')).toEqual(high.slice(1, 3));
    expect((await texts('?severity=low', cookie)).toSorted()).toEqual(['Low 0', 'Low 4', 'my Low', 'my Low']);
    expect((await ask('?severity=low', cookie)).total).toBe(2);
    expect(await ask('?severity=unheard')).toEqual({ rows: [], total: 0 });
    expect((await ask('?severity=')).total).toBe(8);
  });

  it('an invalid page of reports is rejected', async () => {
    for (const query of ['?limit=0', '?limit=201', '?limit=many', '?offset=-1']) {
      expect(await outcomeOf(await get(`/api/reports${query}`))).toBe('400 INVALID_INPUT');
    }
  });
});

describe('GET /api/reports/figures', () => {
  const figures = async (cookie = '') => (await (await get('/api/reports/figures', cookie)).json()) as ReportFigures;

  it('the report figures count what is public and are the same for every viewer [DEC-19] [ROLE-07]', async () => {
    await empty();
    const { id: createdBy, cookie } = await signedIn();
    expect(await figures()).toEqual({ activeAlerts: 0, totalReports: 0, criticalIssues: 0 });
    await makeAlert(db(), { severity: 'Critical' });
    await makeAlert(db(), { severity: 'High' });
    await makeReport(db(), { severity: 'Critical', status: 'resolved' });
    await makeReport(db(), { severity: 'Critical', status: 'investigating' });
    await makeReport(db(), { severity: 'Low' });
    for (const status of ['pending', 'rejected'] as const) {
      await makeAlert(db(), { severity: 'Critical', status, createdBy });
    }
    await makeReport(db(), { severity: 'Critical', status: 'pending', createdBy });
    const expected = { activeAlerts: 2, totalReports: 3, criticalIssues: 3 };
    for (const asking of ['', cookie]) expect(await figures(asking)).toEqual(expected);
  });

  it('the report figures follow each decision, undo and deletion [DEC-19]', async () => {
    await empty();
    const alert = await makeAlert(db(), { severity: 'Critical', status: 'pending' });
    const report = await makeReport(db(), { severity: 'Critical', status: 'pending' });
    await test.sql(`update fraud_alerts set status = 'approved' where id = $1`, [alert.id]);
    await test.sql(`update reports set status = 'investigating' where id = $1`, [report.id]);
    expect(await figures()).toEqual({ activeAlerts: 1, totalReports: 1, criticalIssues: 2 });
    await test.sql(`update reports set status = 'resolved', severity = 'High' where id = $1`, [report.id]);
    expect(await figures()).toEqual({ activeAlerts: 1, totalReports: 1, criticalIssues: 1 });
    await test.sql(`update fraud_alerts set status = 'pending' where id = $1`, [alert.id]);
    await test.sql(`delete from reports where id = $1`, [report.id]);
    expect(await figures()).toEqual({ activeAlerts: 0, totalReports: 0, criticalIssues: 0 });
  });
});

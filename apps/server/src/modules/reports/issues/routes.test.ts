import { severities } from '@hakiki/contract/alert-values';
import { reportTypes } from '@hakiki/contract/report-values';
import { Report, type ReportFigures } from '@hakiki/contract/reports';
import { describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { makeAlert, makeProvider, makeReport, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { replyCacheSeconds: 0 } });
const db = () => test.database.db;

const makeSignedInUser = async (userFields: Parameters<typeof makeUser>[1] = {}) => {
  const { id } = await makeUser(db(), userFields);
  const { cookie } = await makeSession(db(), { userId: id });
  return { id, cookie };
};
const get = (path: string, cookie = '') => server.get(path, { headers: { cookie } });
const listReports = async (query = '', cookie = '') => {
  const response = await get(`/api/reports${query}`, cookie);
  return { rows: (await response.json()) as Report[], total: Number(response.headers.get('X-Total-Count')) };
};
const listDescriptions = async (query = '', cookie = '') =>
  (await listReports(query, cookie)).rows.map(({ description }) => description);
const deleteAllFilings = () => test.deleteAllRows('fraud_alerts', 'reports', 'filings');
const march = (n: number) => new Date(Date.UTC(2026, 2, n));

describe('GET /api/reports', () => {
  it('the list of reports is empty with a total of 0 while all reports are pending', async () => {
    await deleteAllFilings();
    await makeReport(db(), { status: 'pending' });
    expect(await listReports()).toEqual({ rows: [], total: 0 });
  });

  it('everyone gets the reports under investigation and the resolved ones, newest first [CALL-10] [SHAPE-12] [DEC-17] [ENT-18] [DEC-26]', async () => {
    await deleteAllFilings();
    const { cookie } = await makeSignedInUser();
    const admin = await makeSignedInUser({ isAdmin: true });
    const statuses = ['investigating', 'pending', 'resolved', 'pending', 'investigating'] as const;
    for (const [index, status] of statuses.entries()) {
      await makeReport(db(), { status, description: `${status} ${index}`, createdAt: march(index + 1) });
    }
    for (const viewerCookie of ['', cookie, admin.cookie]) {
      expect(await listDescriptions('', viewerCookie)).toEqual(['investigating 4', 'resolved 2', 'investigating 0']);
      expect((await listReports('', viewerCookie)).total).toBe(3);
    }
  });

  it('a signed-in reporter also gets their own pending reports, in order of date, which never count in the total [DEC-17]', async () => {
    await deleteAllFilings();
    const { id: createdBy, cookie } = await makeSignedInUser();
    const other = await makeSignedInUser();
    await makeReport(db(), { description: 'public 1', createdAt: march(1), createdBy });
    await makeReport(db(), { description: 'mine 2', createdAt: march(2), status: 'pending', createdBy });
    await makeReport(db(), { description: 'public 3', createdAt: march(3), createdBy: other.id });
    await makeReport(db(), { description: 'theirs 4', createdAt: march(4), status: 'pending', createdBy: other.id });
    await makeReport(db(), { description: 'mine 5', createdAt: march(5), status: 'pending', createdBy });
    const mine = ['mine 5', 'public 3', 'mine 2', 'public 1'];
    expect(await listDescriptions('', cookie)).toEqual(mine);
    expect(await listDescriptions('', other.cookie)).toEqual(['theirs 4', 'public 3', 'public 1']);
    expect(await listDescriptions()).toEqual(['public 3', 'public 1']);
    for (const viewerCookie of [cookie, other.cookie, '']) expect((await listReports('', viewerCookie)).total).toBe(2);
    for (const offset of [0, 1, 2, 3, 4]) {
      expect(await listDescriptions(`?limit=2&offset=${offset}`, cookie)).toEqual(mine.slice(offset, offset + 2));
    }
  });

  it('a signed-in member gets every field of a report [ENT-16] [ENT-17] [DEC-27]', async () => {
    await deleteAllFilings();
    const { cookie } = await makeSignedInUser();
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
    const { rows } = await listReports('', cookie);
    expect(rows.find((report) => report.id === id)).toEqual({
      id,
      reportType: 'fund_safety',
      severity: 'Critical',
      description: 'd'.repeat(500),
      reporterLocation: 'Kisumu',
      language: 'en',
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

  it('everyone gets the language in which a report was filed, English for one without a filing [WARN-16]', async () => {
    await deleteAllFilings();
    const { id: createdBy, cookie } = await makeSignedInUser();
    const { id } = await makeReport(db(), { createdBy, description: 'Rien depuis mai.', createdAt: march(2) });
    await test.sql(`update filings set language = 'fr' where id = $1`, [id]);
    const entered = await makeReport(db(), { createdAt: march(1) });
    await test.sql('delete from filings where id = $1', [entered.id]);
    for (const viewerCookie of ['', cookie]) {
      const { rows } = await listReports('', viewerCookie);
      expect(rows.map(({ language }) => language)).toEqual(['fr', 'en']);
    }
  });

  it("a visitor gets the first 80 characters of a report and not the reporter's location [DEC-16] [ROLE-07]", async () => {
    await deleteAllFilings();
    await makeReport(db(), { description: 'x'.repeat(81), createdAt: march(2) });
    await makeReport(db(), { description: 'x'.repeat(80), createdAt: march(1) });
    const [long, short] = (await listReports()).rows;
    expect(long).toEqual(expectedReply('GET /api/reports', { description: 'x'.repeat(80), descriptionCut: true }));
    expect(short).toEqual(expectedReply('GET /api/reports', { description: 'x'.repeat(80) }));
    expect(Object.keys(short!)).not.toContain('descriptionCut');
    expect(JSON.stringify([long, short])).not.toMatch(/reporterLocation|Lagos|createdBy/);
  });

  it('the list of reports filters by severity, ignoring letter case, with the matching total [REPORTS-05] [DEC-14]', async () => {
    await deleteAllFilings();
    const { id: createdBy, cookie } = await makeSignedInUser();
    for (const [index, severity] of [...severities, ...severities].entries()) {
      await makeReport(db(), { severity, description: `${severity} ${index}`, createdAt: march(index + 1) });
      await makeReport(db(), {
        severity,
        status: 'pending',
        description: `my ${severity}`,
        createdBy,
        createdAt: march(1),
      });
    }
    const high = ['Critical 7', 'High 6', 'Critical 3', 'High 2'];
    for (const spelling of ['critical,high', 'HIGH, Critical', 'Critical,High,high,unheard']) {
      expect(await listReports(`?severity=${encodeURIComponent(spelling)}`)).toEqual(
        expect.objectContaining({ total: 4 }),
      );
      expect(await listDescriptions(`?severity=${encodeURIComponent(spelling)}`)).toEqual(high);
    }
    expect(await listDescriptions('?severity=critical,high&limit=2&offset=1')).toEqual(high.slice(1, 3));
    expect((await listDescriptions('?severity=low', cookie)).toSorted()).toEqual([
      'Low 0',
      'Low 4',
      'my Low',
      'my Low',
    ]);
    expect((await listReports('?severity=low', cookie)).total).toBe(2);
    expect(await listReports('?severity=unheard')).toEqual({ rows: [], total: 0 });
    expect((await listReports('?severity=')).total).toBe(8);
  });

  it('an invalid page of reports is rejected', async () => {
    for (const query of ['?limit=0', '?limit=201', '?limit=many', '?offset=-1']) {
      expect(await summarizeResponse(await get(`/api/reports${query}`))).toBe('400 INVALID_INPUT');
    }
  });
});

describe('GET /api/reports/figures', () => {
  const getFigures = async (cookie = '') => (await (await get('/api/reports/figures', cookie)).json()) as ReportFigures;

  it('the report figures count what is public and are the same for every viewer [DEC-19] [ROLE-07]', async () => {
    await deleteAllFilings();
    const { id: createdBy, cookie } = await makeSignedInUser();
    expect(await getFigures()).toEqual({ activeAlerts: 0, totalReports: 0, criticalIssues: 0 });
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
    for (const viewerCookie of ['', cookie]) expect(await getFigures(viewerCookie)).toEqual(expected);
  });

  it('the report figures follow each decision, undo and deletion [DEC-19]', async () => {
    await deleteAllFilings();
    const alert = await makeAlert(db(), { severity: 'Critical', status: 'pending' });
    const report = await makeReport(db(), { severity: 'Critical', status: 'pending' });
    await test.sql(`update fraud_alerts set status = 'approved' where id = $1`, [alert.id]);
    await test.sql(`update reports set status = 'investigating' where id = $1`, [report.id]);
    expect(await getFigures()).toEqual({ activeAlerts: 1, totalReports: 1, criticalIssues: 2 });
    await test.sql(`update reports set status = 'resolved', severity = 'High' where id = $1`, [report.id]);
    expect(await getFigures()).toEqual({ activeAlerts: 1, totalReports: 1, criticalIssues: 1 });
    await test.sql(`update fraud_alerts set status = 'pending' where id = $1`, [alert.id]);
    await test.sql(`delete from reports where id = $1`, [report.id]);
    expect(await getFigures()).toEqual({ activeAlerts: 0, totalReports: 0, criticalIssues: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import { nextMonth } from './plan-months.ts';

/** The ends of consecutive months. */
function listMonthEnds(start: string, months: number): string[] {
  let since: Date | null = null;
  let from = new Date(start);
  return Array.from({ length: months }, () => {
    const next = nextMonth(since, from);
    since = next.since;
    from = next.to;
    return next.to.toISOString();
  });
}

describe('the months of a plan', () => {
  it('months end on the day they started or on the last day of a shorter month, without drift [DEC-40]', () => {
    expect(listMonthEnds('2027-01-31T09:30:00.000Z', 5)).toEqual([
      '2027-02-28T09:30:00.000Z',
      '2027-03-31T09:30:00.000Z',
      '2027-04-30T09:30:00.000Z',
      '2027-05-31T09:30:00.000Z',
      '2027-06-30T09:30:00.000Z',
    ]);
    expect(listMonthEnds('2027-10-30T09:30:00.000Z', 5).map((end) => end.slice(0, 10))).toEqual([
      '2027-11-30',
      '2027-12-30',
      '2028-01-30',
      '2028-02-29',
      '2028-03-30',
    ]);
  });

  it("months use the company's time zone: the last hours of a month in UTC belong to the next one", () => {
    // The first of March in the company's time zone.
    expect(listMonthEnds('2027-02-28T22:30:00.000Z', 2)).toEqual([
      '2027-03-31T22:30:00.000Z',
      '2027-04-30T22:30:00.000Z',
    ]);
    // Still the last of January.
    expect(listMonthEnds('2027-01-31T21:59:59.999Z', 2)).toEqual([
      '2027-02-28T21:59:59.999Z',
      '2027-03-31T21:59:59.999Z',
    ]);
  });

  it('months are counted again from an end that does not continue the plan', () => {
    const from = new Date('2027-06-15T00:00:00.000Z');
    expect(nextMonth(new Date('2027-01-31T00:00:00.000Z'), from)).toEqual({
      since: from,
      to: new Date('2027-07-15T00:00:00.000Z'),
    });
  });
});

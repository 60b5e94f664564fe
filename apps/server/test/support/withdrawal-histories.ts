/**
 * Simulated years of withdrawal reports, one provider each, by a seed: quiet ones, in which every alarm is false, and
 * ones that end in a collapse. Quiet years vary: weekends, months, growing providers, and many that are new to the
 * register.
 */
import { computeLevels, rule } from '../../src/modules/early-warning/statistic.ts';
import { Random } from '../../src/seed/random.ts';

interface History {
  /** Reports by day, and the day on which a moderator has read them: unread reports do not count. */
  reports: { day: number; readOn: number }[];
  days: number;
  /** The day of the listing; before it nobody could report the provider. */
  listedOn: number;
  bySize: number | null;
}

/** The first year is the history for the second. */
const YEAR = 365;
/** The queue promises a decision within two days. */
const READ_WITHIN_DAYS = 2;

const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random.nextFraction())) * Math.cos(2 * Math.PI * random.nextFraction());

/** Knuth's algorithm, in parts where the mean is large, because the product would underflow. */
function poisson(random: Random, mean: number): number {
  if (mean > 30) return poisson(random, 30) + poisson(random, mean - 30);
  const floor = Math.exp(-mean);
  let count = 0;
  for (let product = random.nextFraction(); product > floor; product *= random.nextFraction()) count += 1;
  return count;
}

const isWeekend = (day: number) => day % 7 >= 5;

function quietRates(random: Random): { rates: number[]; listedOn: number; bySize: number | null } {
  // From about none in a year to most of a report a day.
  const aDay = Math.exp(random.nextFraction() * Math.log(300)) * 0.002;
  const grows = random.chance(0.3) ? 1 + random.nextFraction() : 1;
  const unevenness = random.nextFraction() * 0.3;
  const months = Array.from({ length: 30 }, () => Math.exp(normal(random) * unevenness - unevenness ** 2 / 2));
  const days = 2 * YEAR;
  const rates = Array.from(
    { length: days },
    (_, day) => aDay * months[Math.floor(day / 30)]! * grows ** (day / days) * (isWeekend(day) ? 0.6 : 1.16),
  );
  // A third gives no size, and the others' size is right within a factor of three.
  const estimatedSize = aDay * rule.windowDays * 3 ** (2 * random.nextFraction() - 1);
  return {
    rates,
    listedOn: random.chance(0.4) ? random.below(days - 30) : 0,
    bySize: random.chance(1 / 3) ? null : estimatedSize,
  };
}

function toHistory(random: Random, rates: readonly number[], listedOn: number, bySize: number | null): History {
  const reports = rates.flatMap((rate, day) =>
    day < listedOn
      ? []
      : Array.from({ length: poisson(random, rate) }, () => ({
          day,
          readOn: day + random.below(READ_WITHIN_DAYS + 1),
        })),
  );
  return { reports, days: rates.length, listedOn, bySize };
}

export function createQuietHistory(seed: number, index: number): History {
  const random = new Random(seed, 'quiet withdrawals', index);
  const { rates, listedOn, bySize } = quietRates(random);
  return toHistory(random, rates, listedOn, bySize);
}

/** Payouts slow down before they stop: reports grow exponentially from the usual number to the peak. */
export function createCollapsingHistory(seed: number, index: number): History & { beganOn: number; peakOn: number } {
  const random = new Random(seed, 'collapse', index);
  const { rates, bySize } = quietRates(random);
  const growingDays = random.between(21, 60);
  const peak = Math.exp(random.nextFraction() * Math.log(10)) * 4;
  const peakOn = random.between(YEAR + 120, 2 * YEAR - 30);
  const beganOn = peakOn - growingDays;
  const from = 0.1;
  const ratesWithCollapse = rates.map((rate, day) => {
    if (day < beganOn) return rate;
    return (
      rate + (day <= peakOn ? from * (peak / from) ** ((day - beganOn) / growingDays) : peak * 0.85 ** (day - peakOn))
    );
  });
  const listedOn = random.chance(0.3) ? beganOn - random.between(0, 120) : 0;
  return { ...toHistory(random, ratesWithCollapse, listedOn, bySize), beganOn, peakOn };
}

const countWithin = ({ reports }: History, from: number, to: number, look: number) =>
  reports.reduce((sum, { day, readOn }) => sum + (day > from && day <= to && readOn <= look ? 1 : 0), 0);

/** The days on which an alarm starts, checked once a night as the job does, from the second year on. */
export function listAlarmDays(history: History): number[] {
  const alarmDays: number[] = [];
  let calmAt: number | undefined;
  for (let look = Math.max(YEAR, history.listedOn); look < history.days; look += 1) {
    const count = countWithin(history, look - rule.windowDays, look, look);
    if (calmAt !== undefined) {
      if (count <= calmAt) calmAt = undefined;
      continue;
    }
    if (count < rule.minPeople) continue;
    const pastEnds = look - rule.windowDays - rule.gapDays;
    const windows = Math.max(Math.min(Math.floor((pastEnds - history.listedOn) / rule.windowDays), rule.maxWindows), 0);
    const people = countWithin(history, pastEnds - windows * rule.windowDays, pastEnds, look);
    const levels = computeLevels({ people, windows, bySize: history.bySize });
    if (count < levels.raiseAt) continue;
    alarmDays.push(look);
    ({ calmAt } = levels);
  }
  return alarmDays;
}

/** Counts false alarms and the quiet years that were checked. */
export function countFalseAlarms(seed: number, histories: number): { alarms: number; years: number } {
  let alarms = 0;
  let days = 0;
  for (let index = 0; index < histories; index += 1) {
    const history = createQuietHistory(seed, index);
    alarms += listAlarmDays(history).length;
    days += history.days - Math.max(YEAR, history.listedOn);
  }
  return { alarms, years: days / YEAR };
}

/** Days between the alarm and the peak of each collapse; null if there was no alarm before the peak. */
export const listLeadDays = (seed: number, histories: number): (number | null)[] =>
  Array.from({ length: histories }, (_, index) => {
    const history = createCollapsingHistory(seed, index);
    const found = listAlarmDays(history).find((day) => day >= history.beganOn);
    return found === undefined || found >= history.peakOn ? null : history.peakOn - found;
  });

/** The published accuracy (docs/decisions/0031-early-warning.md). */
export const publishedAccuracy = {
  /** At most one false alarm in this many years of a provider. */
  quietYears: 50,
  /** Share of collapses that are found before their peak. */
  foundShare: 0.97,
  /** Median days between alarm and peak. */
  medianDays: 14,
} as const;

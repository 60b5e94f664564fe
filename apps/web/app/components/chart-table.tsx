import { formatNumber } from '../lib/format.ts';

/** A chart for who hears it. Hidden as a whole: a hidden table alone still widens a phone. */
export const ChartTable = ({ title, bars }: { title: string; bars: readonly { label: string; n: number }[] }) => (
  <div className="sr-only">
    <table>
      <caption>{title}</caption>
      <tbody>
        {bars.map(({ label, n }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{formatNumber(n)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

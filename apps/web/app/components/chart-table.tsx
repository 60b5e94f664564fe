import { formatNumber } from '../lib/language/format.ts';

/** The data of a chart for screen readers. The wrapper is hidden: a hidden table alone widens a phone's page. */
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

import { africanCountries } from '@hakiki/contract/country-codes';
import shapes from './africa.svg?url';

interface CountryShape {
  path: string;
  /** The country's name and what the map says about it. */
  title: string;
  className: string;
  step?: number;
}

interface Props {
  describe: (country: string) => CountryShape;
  /** Land without a country of the list. */
  otherClassName: string;
}

/**
 * A map of Africa with a link for each country. The shapes are in a separate SVG file to keep page and scripts small. A
 * list or table beside it has the same data, so the map is hidden from screen readers and the tab order.
 */
export const AfricaShapes = ({ describe, otherClassName }: Props) => (
  <svg viewBox="0 0 600 552" aria-hidden="true" className="h-auto w-full stroke-surface" strokeLinejoin="round">
    <use href={`${shapes}#western-sahara`} className={otherClassName} />
    {africanCountries.map((country) => {
      const { path, title, className, step } = describe(country);
      return (
        <a key={country} href={path} tabIndex={-1} className="hover:opacity-75">
          <title>{title}</title>
          <use href={`${shapes}#${country.replaceAll(' ', '-')}`} data-step={step} className={className} />
        </a>
      );
    })}
  </svg>
);

/**
 * Where it happened, how much was lost and how severe that is. The severity guidance is in dollars; beside it stand the
 * amounts in the money of the chosen country, and an amount proposes the severity (DEC-98).
 */
import { scamCountries, scamCountriesWithoutOther, severities, type Severity } from '@hakiki/contract/alert-values';
import {
  convertAbout,
  currencyOf,
  currencySymbol,
  parseLoss,
  proposeSeverity,
  severityLimits,
  type Currency,
} from '@hakiki/contract/currencies';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { FormCheckboxes, FormRadios } from '../../components/forms/choices.tsx';
import { FormText, useField } from '../../components/forms/form.tsx';
import { SelectField, type Option, type OptionGroup } from '../../components/ui/field.tsx';
import { severityLabel } from '../../lib/alerts/labels.ts';
import { parseCountry } from '../../lib/browser/my-country.ts';
import { toValues } from '../../lib/forms/values.ts';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { formatAbout, formatMoney, formatRatesNote } from '../../lib/language/money.ts';
import { m } from '../../paraglide/messages.js';
import { DOLLARS, MAX_AMOUNT_LENGTH, parseMoney } from './loss-currency.ts';

const severityHints: Record<Severity, () => string> = {
  Low: m.scam_severity_low,
  Medium: m.scam_severity_medium,
  High: m.scam_severity_high,
  Critical: m.scam_severity_critical,
};

/** 'about ₦1,400,000', for the severities that the guidance describes by an amount. */
function formatLimits(severity: Severity, currency: Currency): string {
  const toLocal = (dollars: number) => formatMoney(convertAbout(dollars, 'USD', currency), currency);
  const medium = toLocal(severityLimits.medium);
  const high = toLocal(severityLimits.high);
  const texts: Record<Severity, string> = {
    Low: m.money_under({ amount: medium }),
    Medium: m.money_between({ from: medium, to: high }),
    High: m.money_over({ amount: high }),
    Critical: '',
  };
  return texts[severity];
}

const hintOf = (severity: Severity, currency: Currency | undefined): string => {
  const local = currency && currency !== 'USD' && formatLimits(severity, currency);
  return local ? `${severityHints[severity]()} · ${local}` : severityHints[severity]();
};

interface Loss {
  amount: number;
  currency: Currency;
  proposal: Severity;
}

export function LossFields({ children }: { children: ReactNode }) {
  const country = parseCountry(useSearchParams()[0]);
  const { typed: typedMoney } = useField('amountMoney');
  const { typed: typedSeverity } = useField('severity');
  const [money, setMoney] = useState(typedMoney ?? country ?? '');
  const [loss, setLoss] = useState<Loss>();
  const [severity, setSeverity] = useState(typedSeverity);
  const isMoneyChosen = useRef(Boolean(typedMoney));
  const isSeverityChosen = useRef(typedSeverity !== undefined);
  const currency = parseMoney(money);

  function update({ currentTarget, target }: FormEvent<HTMLDivElement>) {
    const form = currentTarget.closest('form');
    if (!form) return;
    const name = (target as HTMLInputElement).name;
    if (name === 'amountMoney') isMoneyChosen.current = true;
    if (name === 'severity') isSeverityChosen.current = true;
    const { amountMoney = '', affectedCountries = '', amountLost = '' } = toValues(new FormData(form));
    const nextMoney = isMoneyChosen.current ? amountMoney : (affectedCountries.split(',')[0] ?? '');
    const found = parseLoss(amountLost, parseMoney(nextMoney));
    const proposal = found && proposeSeverity(found.amount, found.currency);
    const radio = form.querySelector<HTMLInputElement>(`[name=severity][value=${proposal}]`);
    if (radio && !isSeverityChosen.current) radio.checked = true;
    setMoney(nextMoney);
    setLoss(found && proposal && { ...found, proposal });
    setSeverity(form.querySelector<HTMLInputElement>('[name=severity]:checked')?.value);
  }

  return (
    <div onChange={update} className="flex flex-col gap-5">
      <FormCheckboxes
        name="affectedCountries"
        label={m.scam_field_countries()}
        hint={m.scam_field_countries_hint()}
        choices={listCountryOptions({ first: scamCountries })}
        {...(country && { defaultValues: [country] })}
      />
      {children}
      <div className="grid gap-5 md:grid-cols-2">
        <FormText
          name="amountLost"
          label={m.report_optional({ label: m.scam_field_amount() })}
          hint={m.scam_field_amount_hint()}
          max={MAX_AMOUNT_LENGTH}
          autoComplete="off"
          required={false}
        />
        <SelectField
          id="scam-amountMoney"
          name="amountMoney"
          label={m.scam_field_money()}
          hint={m.scam_field_money_hint()}
          emptyLabel={m.form_choose()}
          options={listMoneyOptions()}
          value={money}
          onChange={() => undefined}
        />
      </div>
      <FormRadios
        name="severity"
        label={m.scam_field_severity()}
        hint={m.scam_field_severity_hint()}
        choices={severities.map((value) => ({
          value,
          label: severityLabel(value),
          hint: hintOf(value, currency),
        }))}
      />
      <p role="status" className="text-sm empty:hidden">
        {loss && describeProposal(loss, severity)}
      </p>
      {currency && currency !== 'USD' && <p className="text-sm text-muted">{formatRatesNote()}</p>}
      <LimitsWithoutScripts />
    </div>
  );
}

function describeProposal({ amount, currency, proposal }: Loss, severity: string | undefined): string {
  const label = severityLabel(proposal);
  const local = formatMoney(amount, currency);
  const sum = currency === 'USD' ? local : `${local} (${formatAbout(amount, currency, 'USD')})`;
  return severity === proposal
    ? m.scam_severity_proposed({ amount: sum, severity: label })
    : m.scam_severity_other({ amount: sum, severity: label });
}

/** Countries, because people know theirs better than the code of its money. */
function listMoneyOptions(): (Option | OptionGroup)[] {
  const addSymbol = ({ value, label }: Option): Option => {
    const currency = currencyOf(value);
    return { value, label: currency ? `${label} (${currencySymbol(currency)})` : label };
  };
  return [
    { value: DOLLARS, label: m.scam_money_dollars() },
    ...listCountryOptions({ first: scamCountriesWithoutOther }).map((item) =>
      'options' in item ? { ...item, options: item.options.map(addSymbol) } : addSymbol(item),
    ),
  ];
}

/** The limits in the money of the countries that the form names first. */
const LimitsWithoutScripts = () => (
  <details className="without-scripts text-sm">
    <summary className="min-h-11 cursor-pointer py-2 font-semibold text-brand">{m.scam_severity_local()}</summary>
    <ul className="flex flex-col gap-2">
      {listCountryOptions({ first: scamCountriesWithoutOther }).flatMap((item) => {
        const currency = 'value' in item ? currencyOf(item.value) : 'XOF';
        const label = 'value' in item ? item.label : 'FCFA';
        if (!currency) return [];
        return (
          <li key={label}>
            {label}: {severityLabel('Low')} {formatLimits('Low', currency)}; {severityLabel('High')}{' '}
            {formatLimits('High', currency)}
          </li>
        );
      })}
    </ul>
    <p className="mt-2 text-muted">{formatRatesNote()}</p>
  </details>
);

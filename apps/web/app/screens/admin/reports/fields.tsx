/** The fields that creating and editing a report share. */
import { severities } from '@hakiki/contract/alert-values';
import { reportTypes, type ReportStatus } from '@hakiki/contract/report-values';
import { textLimits } from '@hakiki/contract/limits';
import type { ComponentProps } from 'react';
import { FormSelect, FormTextArea } from '../../../components/forms/form.tsx';
import { reportTypeHeading, severityLabel } from '../../../lib/alerts/words.ts';
import { m } from '../../../paraglide/messages.js';
import { stateLabel } from '../parts/decision-words.ts';

type Choice = Omit<ComponentProps<typeof FormSelect>, 'name' | 'label' | 'options'>;
type Area = Omit<ComponentProps<typeof FormTextArea>, 'name' | 'label'>;

export const ReportTypeChoice = (given: Choice) => (
  <FormSelect
    {...given}
    name="reportType"
    label={m.admin_field_type()}
    options={reportTypes.map((value) => ({ value, label: reportTypeHeading(value) }))}
  />
);

export const ReportSeverity = (given: Choice) => (
  <FormSelect
    {...given}
    name="severity"
    label={m.admin_field_severity()}
    options={severities.map((value) => ({ value, label: severityLabel(value) }))}
  />
);

export const ReportStatusChoice = ({ among, ...given }: Choice & { among: readonly ReportStatus[] }) => (
  <FormSelect
    {...given}
    name="status"
    label={m.admin_field_status()}
    emptyLabel={undefined}
    options={among.map((value) => ({ value, label: stateLabel(value) }))}
  />
);

export const ReportDescription = (given: Area) => (
  <FormTextArea rows={6} {...given} name="description" label={m.admin_field_description()} most={textLimits.text} />
);

/** The fields that creating and editing a report share. */
import { severities } from '@hakiki/contract/alert-values';
import { reportTypes, type ReportStatus } from '@hakiki/contract/report-values';
import { textLimits } from '@hakiki/contract/limits';
import type { ComponentProps } from 'react';
import { FormSelect, FormTextArea } from '../../../components/forms/form.tsx';
import { reportTypeHeading, severityLabel } from '../../../lib/alerts/labels.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import { m } from '../../../paraglide/messages.js';
import { stateLabel } from '../parts/decision-labels.ts';

type SelectProps = Omit<ComponentProps<typeof FormSelect>, 'name' | 'label' | 'options'>;
type TextAreaProps = Omit<ComponentProps<typeof FormTextArea>, 'name' | 'label'>;

export const ReportTypeChoice = (fieldProps: SelectProps) => (
  <FormSelect
    {...fieldProps}
    name="reportType"
    label={m.admin_field_type()}
    options={toOptions(reportTypes, reportTypeHeading)}
  />
);

export const ReportSeverity = (fieldProps: SelectProps) => (
  <FormSelect
    {...fieldProps}
    name="severity"
    label={m.admin_field_severity()}
    options={toOptions(severities, severityLabel)}
  />
);

export const ReportStatusChoice = ({ statuses, ...given }: SelectProps & { statuses: readonly ReportStatus[] }) => (
  <FormSelect
    {...given}
    name="status"
    label={m.admin_field_status()}
    emptyLabel={undefined}
    options={toOptions(statuses, stateLabel)}
  />
);

export const ReportDescription = (fieldProps: TextAreaProps) => (
  <FormTextArea rows={6} {...fieldProps} name="description" label={m.admin_field_description()} max={textLimits.text} />
);

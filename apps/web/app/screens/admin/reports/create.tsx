import { creatableReportStatuses } from '@hakiki/contract/report-values';
import { textLimits } from '@hakiki/contract/limits';
import { useState, type FormEvent } from 'react';
import { FormText } from '../../../components/forms/form.tsx';
import { createIdempotencyKey } from '../../../lib/forms/draft.ts';
import { toValues } from '../../../lib/forms/values.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { EditForm } from '../parts/edit-form.tsx';
import { toLinks, createNewReportForm, isComplete, toAlertLink, NOT_LINKED, type Links } from './new-report.ts';
import { ReportDescription, ReportSeverity, ReportStatusChoice, ReportTypeChoice } from './fields.tsx';
import { LinkField } from './link-field.tsx';
import { searchAlertsQuery, searchProvidersQuery } from './queries.ts';

export function CreateReportDialog({ onClose }: { onClose: () => void }) {
  const [key] = useState(createIdempotencyKey);
  const [canSend, setCanSend] = useState(false);
  const [links, setLinks] = useState<Links>({ alert: NOT_LINKED, provider: NOT_LINKED });
  const checkComplete = ({
    currentTarget: { form },
  }: FormEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
    form && setCanSend(isComplete(toValues(new FormData(form))));
  return (
    <AdminDialog title={m.admin_reports_create_title()} onClose={onClose}>
      <EditForm
        form={createNewReportForm(key)}
        saveLabel={m.admin_reports_create()}
        savingLabel={m.admin_reports_creating()}
        isComplete={canSend}
        done={() => ({ title: m.admin_reports_created() })}
      >
        <div className="grid gap-5 md:grid-cols-2">
          <ReportTypeChoice onChange={checkComplete} />
          <ReportSeverity onChange={checkComplete} />
        </div>
        <ReportDescription onInput={checkComplete} />
        <LinkField
          name="fraudAlertId"
          label={m.admin_reports_alert()}
          searchLabel={m.admin_reports_alert_search()}
          hint={m.admin_reports_alert_hint()}
          createQuery={searchAlertsQuery}
          toLink={toAlertLink}
          chosen={links.alert}
          onChoose={(alert, item) => setLinks(item ? toLinks(item) : { ...links, alert })}
        />
        <LinkField
          name="providerId"
          label={m.admin_field_provider()}
          searchLabel={m.admin_reports_provider_search()}
          createQuery={searchProvidersQuery}
          toLink={({ id, name }) => ({ id, name })}
          chosen={links.provider}
          onChoose={(provider) => setLinks({ ...links, provider })}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <FormText
            name="reporterLocation"
            label={m.admin_reports_location()}
            required={false}
            max={textLimits.title}
          />
          <ReportStatusChoice statuses={creatableReportStatuses} defaultValue="pending" />
        </div>
      </EditForm>
    </AdminDialog>
  );
}

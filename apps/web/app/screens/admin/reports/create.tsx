import { enteredReportStatuses } from '@hakiki/contract/report-values';
import { textLimits } from '@hakiki/contract/limits';
import { useState, type FormEvent } from 'react';
import { FormText } from '../../../components/forms/form.tsx';
import { newKey } from '../../../lib/forms/draft.ts';
import { valuesOf } from '../../../lib/forms/values.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { EditForm } from '../parts/edit-form.tsx';
import { chooseAlert, createReportForm, isComplete, linkToAlert, notLinked, type Links } from './draft.ts';
import { ReportDescription, ReportSeverity, ReportStatusChoice, ReportTypeChoice } from './fields.tsx';
import { LinkField } from './link-field.tsx';
import { foundAlerts, foundProviders } from './reads.ts';

export function CreateReport({ onClose }: { onClose: () => void }) {
  const [key] = useState(newKey);
  const [canSend, setCanSend] = useState(false);
  const [links, setLinks] = useState<Links>({ alert: notLinked, provider: notLinked });
  const check = ({ currentTarget: { form } }: FormEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
    form && setCanSend(isComplete(valuesOf(new FormData(form))));
  return (
    <AdminDialog title={m.admin_reports_create_title()} onClose={onClose}>
      <EditForm
        form={createReportForm(key)}
        saveLabel={m.admin_reports_create()}
        savingLabel={m.admin_reports_creating()}
        isComplete={canSend}
        done={() => ({ title: m.admin_reports_created() })}
      >
        <div className="grid gap-5 md:grid-cols-2">
          <ReportTypeChoice onChange={check} />
          <ReportSeverity onChange={check} />
        </div>
        <ReportDescription onInput={check} />
        <LinkField
          name="fraudAlertId"
          label={m.admin_reports_alert()}
          searchLabel={m.admin_reports_alert_search()}
          hint={m.admin_reports_alert_hint()}
          found={foundAlerts}
          asLink={linkToAlert}
          chosen={links.alert}
          onChoose={(alert, item) => setLinks(item ? chooseAlert(item) : { ...links, alert })}
        />
        <LinkField
          name="providerId"
          label={m.admin_field_provider()}
          searchLabel={m.admin_reports_provider_search()}
          found={foundProviders}
          asLink={({ id, name }) => ({ id, name })}
          chosen={links.provider}
          onChoose={(provider) => setLinks({ ...links, provider })}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <FormText
            name="reporterLocation"
            label={m.admin_reports_location()}
            required={false}
            most={textLimits.title}
          />
          <ReportStatusChoice among={enteredReportStatuses} defaultValue="pending" />
        </div>
      </EditForm>
    </AdminDialog>
  );
}

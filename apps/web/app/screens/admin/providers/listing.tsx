/** Adds a provider by hand. Everything else about it is entered on its page in the console. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormCheckbox } from '../../../components/forms/choices.tsx';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { createIdempotencyKey } from '../../../lib/forms/draft.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from '../parts/console-url.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { searchProvidersQuery } from '../reports/queries.ts';
import { ListingFields } from './listing-fields.tsx';
import { createAddForm } from './listing-form.ts';

const getAddedToast = ({ name }: AdminProvider) => ({ title: m.providers_admin_added(), description: name });

export function AddProviderDialog({ onClose }: { onClose: () => void }) {
  const [key] = useState(createIdempotencyKey);
  const [name, setName] = useState('');
  return (
    <AdminDialog title={m.providers_admin_add_title()} onClose={onClose}>
      <p className="text-muted">{m.providers_admin_add_text()}</p>
      <EditForm
        form={createAddForm(key)}
        saveLabel={m.providers_admin_add()}
        savingLabel={m.providers_admin_adding()}
        done={getAddedToast}
      >
        <ListingFields onNameBlur={({ currentTarget }) => setName(currentTarget.value.trim())} />
        <SimilarProviders name={name} />
      </EditForm>
    </AdminDialog>
  );
}

const MIN_SEARCH_LENGTH = 3;

/** Shown before adding: two pages about one provider would split its warnings. */
function SimilarProviders({ name }: { name: string }) {
  const matches = useQuery(searchProvidersQuery(name), { enabled: name.length >= MIN_SEARCH_LENGTH });
  const similarProviders = matches.status === 'ready' && name.length >= MIN_SEARCH_LENGTH ? matches.data.items : [];
  return (
    <div role="status">
      {similarProviders.length > 0 && (
        <div className="flex flex-col gap-2 rounded-control bg-pending-soft px-3 py-2">
          <p className="font-semibold">{m.providers_admin_known()}</p>
          <ul className="list-disc ps-6 wrap-anywhere">
            {similarProviders.map((similar) => (
              <li key={similar.id}>
                <Link
                  to={consolePath('providers', { search: similar.name })}
                  target="_blank"
                  className="text-brand underline"
                >
                  {similar.name}
                  <span className="sr-only">{m.opens_new_tab()}</span>
                </Link>
              </li>
            ))}
          </ul>
          <FormCheckbox name="isAnother" label={m.providers_admin_another()} required={false} />
        </div>
      )}
    </div>
  );
}

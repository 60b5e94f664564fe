/** Regular tasks of a small team. docs/runbooks/small-team.md explains it; a test compares the two. */
export const regularTasks = {
  'Each day': ['Look at `/admin/queue` and the counts beside it; what is overdue comes first.'],
  'Each week': [
    'Run `hakiki doctor`, and fix what it names.',
    'Look at `/admin/sources` for lists that wait or fail, and at the news sources on `/admin/news`.',
    'Decide the look-alikes at `/admin/lookalikes`, and what waits for a second person.',
    'Check the providers that are due, oldest first.',
    'Look at `/status` from a phone that is not in your network.',
  ],
  'Each month': [
    'Install the updates of the system, and the newest release (`hakiki upgrade`).',
    'Restore one file from the off-site backup, and look at it.',
    'Run `hakiki audit verify`, and compare its head with the one you noted last month.',
    'Call the rescue contacts that are due at `/admin/contacts`.',
    'Remove administrators and moderators who left (`hakiki admin revoke <email>`).',
    'Read the accepted disputes and appeals: what would have prevented them?',
  ],
} as const;

export const formatRegularTasks = (): string =>
  Object.entries(regularTasks)
    .map(([title, tasks]) => `${title}:\n${tasks.map((task) => `  - ${task.replaceAll('`', '')}\n`).join('')}`)
    .join('\n');

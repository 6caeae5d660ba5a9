import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { bug } from './entities/shell.ts'
import { nameParam } from './request-texts.ts'

const params = z.object({ survey: nameParam })

/** Failures recorded for a survey, newest first, for the root user's notifier. */
export const listBugs = defineRoute({
  id: 'listBugs',
  summary: 'Failures recorded for the survey',
  method: 'GET',
  path: '/rest/bugs/list/{survey}',
  permission: 'root',
  params,
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ bugs: z.array(bug) }),
})

/** Empties the recorded failures of a survey. */
export const clearBugs = defineRoute({
  id: 'clearBugs',
  summary: 'Forget the failures recorded for the survey',
  method: 'DELETE',
  path: '/rest/bugs/clear/{survey}',
  permission: 'root',
  params,
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ cleared: z.number().int() }),
})

/** Reports a failure seen in the browser to the root users. */
export const reportBug = defineRoute({
  id: 'reportBug',
  summary: 'Record a failure seen in the browser',
  method: 'POST',
  path: '/rest/bugs/report/{survey}',
  permission: 'survey',
  params,
  query: z.object({}),
  body: z.object({ message: z.string().min(1).max(2000) }),
  response: z.object({ ok: z.literal(true) }),
})

import { z } from 'zod'
import { auditThings } from './audit-words.ts'
import { defineRoute } from './define-route.ts'
import { pageQuery } from './paging.ts'
import { searchText } from './request-texts.ts'

/** An entry of the audit log. */
export const auditEntry = z.object({
  id: z.number().int(),
  at: z.iso.datetime({ offset: true }),
  /** Name of who did it; null for the program, for nobody signed in, and for a user who is gone. */
  user: z.string().nullable(),
  /** Whether a user did it, who may be gone by now. */
  isByUser: z.boolean(),
  /** Name of who acted as that user; null where nobody did. */
  actor: z.string().nullable(),
  /** The part of the program that did it; empty for people. */
  program: z.string(),
  /** What was done, `campaign.start`; `auditParts` has its words. */
  action: z.string(),
  object: z.string(),
  /** External name of the survey; null for none, or one that is gone. */
  survey: z.string().nullable(),
  /** What else is known, as `name: value`. */
  details: z.array(z.string()),
  requestId: z.string(),
})

/** An entry of the audit log. */
export type AuditEntryRow = z.infer<typeof auditEntry>

/** The audit log of the session's organisation and of the installation itself, newest first unless asked for. */
export const listAudit = defineRoute({
  id: 'listAudit',
  summary: 'Audit log of the organisation and of the installation',
  method: 'GET',
  path: '/rest/audit/list',
  permission: 'root',
  params: z.object({}),
  query: pageQuery.extend({
    sortVar: z.enum(['at']).optional(),
    /** What entries are about. */
    thing: z.enum(auditThings).optional(),
    /** Part of the name, user name or e-mail of who did it or acted, or of the program. */
    who: searchText.optional(),
    /** Done by people (also those who are gone, and before signing in) or by the program itself. */
    by: z.enum(['people', 'program']).optional(),
    /** First and last day, in the organisation's time zone. */
    from: z.iso.date().max(10).optional(),
    to: z.iso.date().max(10).optional(),
  }),
  body: z.undefined(),
  response: z.object({ rows: z.array(auditEntry), total: z.number().int() }),
})

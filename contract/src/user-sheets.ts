import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { importProblem } from './imports.ts'
import { nameParam, searchText } from './request-texts.ts'
import { userFilter, userOrders } from './users.ts'

/** Largest file of users, in bytes, and most users of one. */
export const maxUserFileBytes = 10_000_000
export const maxUserRows = 5000

/** Columns of a file of users, in the order of the export. `filters` is written as `store=12;14`, several by lines. */
export const userColumns = ['email', 'name', 'role', 'locale', 'filters', 'disabled', 'status', 'lastLogin'] as const

const inSurvey = z.object({ survey: nameParam })

/** The users of the session's universe as a file, which an import takes again. */
export const downloadUsers = defineRoute({
  id: 'downloadUsers',
  summary: 'Users of the organisation as a file',
  method: 'GET',
  path: '/rest/users/download/{survey}',
  permission: 'user-admin',
  ticket: 'token',
  params: inSurvey,
  query: userFilter.extend({
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    filter: searchText.default(''),
    sortVar: nameParam.pipe(z.enum(userOrders)).optional(),
    sortDesc: z.stringbool().optional(),
  }),
  body: z.undefined(),
  response: z.unknown(),
})

/** What a file of users does, or would do. */
export const userImport = z.object({
  /** Whether it was done; false for a check and where there are problems: then nothing was written. */
  done: z.boolean(),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** All problems, and the first of them. */
  nproblems: z.number().int(),
  problems: z.array(importProblem),
})

/**
 * Checks a file of users (.xlsx or .csv), or imports it where `write` says so; the body is the file. Users are known by
 * their e-mail address. Nothing is written while anything is wrong with any row.
 */
export const importUsers = defineRoute({
  id: 'importUsers',
  summary: 'Add and change users by a file',
  method: 'POST',
  path: '/rest/users/import/{survey}',
  permission: 'user-admin',
  takesFile: true,
  params: inSurvey,
  query: z.object({ filename: nameParam.min(1), write: z.stringbool().default(false) }),
  body: z.undefined(),
  response: userImport,
})

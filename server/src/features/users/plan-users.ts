import { isLocale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { openable } from '#server/domain/people/openable.ts'
import { loadSurveysOf, readStoredFilters } from '#server/domain/people/question-filters.ts'
import type { StoredFilter } from '#server/domain/people/question-filters.ts'
import { listGivableRoles, mayModifyUserFilters } from '#server/domain/rights/may-give.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { listRoleNames } from './list-store.ts'
import { listMembers, namesInUse } from './plan-store.ts'
import type { Member } from './plan-store.ts'
import type { SheetProblem, SheetRow, UserColumn } from './read-sheet.ts'
import { changedFilters, readFilters } from './sheet-filters.ts'
import { readUniverseLocales } from './store.ts'

/** What a row of a file does. Without an id it adds a user. */
export interface PlannedUser {
  row: number
  id: number | null
  email: string
  name: string
  /** Administers the universe's users already. */
  isAdmin: boolean
  roleId: number
  locale: string
  disabled: boolean
  /** Differs from what is stored. */
  disables: boolean
  filters: StoredFilter[]
  isChanged: boolean
}

/** Everything that rows are checked against. */
interface Known {
  ctx: Ctx
  models: readonly SurveyModel[]
  members: ReadonlyMap<string, Member>
  filters: ReadonlyMap<number, readonly StoredFilter[]>
  open: ReadonlySet<number>
  roles: readonly { id: number; name: string }[]
  givable: ReadonlySet<number>
  /** User names that somebody outside of the universe has. */
  elsewhere: ReadonlySet<string>
  locales: readonly string[]
  usualLocale: string
  /** Whether the caller may change filters: by survey, and of all surveys under null. */
  mayFilter: ReadonlyMap<number | null, boolean>
}

const yes = new Set(['yes', 'true', '1', 'x'])
const no = new Set(['', 'no', 'false', '0'])

/** What the rows of a file do, with the rights of the caller, and everything that is wrong with them. */
export async function planUsers(
  ctx: Ctx,
  universeId: number,
  rows: readonly SheetRow[],
): Promise<{ users: PlannedUser[]; problems: SheetProblem[] }> {
  const known = await whatIsKnown(ctx, universeId, rows)
  const problems: SheetProblem[] = []
  const seen = new Map<string, number>()
  const users = rows.flatMap((row) => {
    const wrong = (column: UserColumn, words: Words): void => {
      problems.push({ words, row: row.number, column, read: row.cells[column] || null })
    }
    const email = (row.cells.email ?? '').toLowerCase()
    const before = seen.get(email)
    if (before !== undefined) {
      wrong('email', say`The same address is in row ${before} already.`)
      return []
    }
    seen.set(email, row.number)
    return planRow(known, row, wrong) ?? []
  })
  return { users, problems }
}

type Wrong = (column: UserColumn, words: Words) => void

function planRow(known: Known, row: SheetRow, wrong: Wrong): PlannedUser | null {
  const { cells } = row
  const email = cells.email ?? ''
  const member = known.members.get(email.toLowerCase())
  if (!member && !z.email().safeParse(email).success) {
    wrong('email', email === '' ? say`An e-mail address is missing.` : say`This is no e-mail address.`)
    return null
  }
  if (!member && known.elsewhere.has(email.toLowerCase())) {
    wrong('email', say`There is already a user "${email}".`)
    return null
  }
  if (!member || known.open.has(member.id)) return planCells(known, row, member, wrong)
  // A list that was saved has those, too, whom its reader may not change: they may stay as they are.
  let isWrong = false
  const planned = planCells(known, row, member, () => (isWrong = true))
  if (!isWrong && !planned.isChanged) return planned
  wrong('email', say`${email} may see or do more than you; you cannot change them.`)
  return null
}

function planCells(known: Known, { number, cells }: SheetRow, member: Member | undefined, wrong: Wrong): PlannedUser {
  const { email = '', name = '' } = cells
  if (member && name !== '' && name !== member.name) wrong('name', say`The name can only be set for a new user.`)
  if (!member && name === '') wrong('name', say`Name is required`)
  const roleId = roleOf(known, cells.role ?? '', member, wrong)
  const locale = localeOf(known, cells.locale ?? '', member, wrong)
  const disabled = disabledOf(known, cells.disabled, member, wrong)
  const filters = filtersOf(known, cells.filters, member, wrong)
  const disables = disabled !== (member?.disabled ?? false)
  const isOwn = member?.id === known.ctx.identity.userId && !known.ctx.identity.isRoot
  const ownRights = say`You cannot change your own role and question filters.`
  if (isOwn && roleId !== member.roleId) wrong('role', ownRights)
  if (isOwn && filters.length > 0) wrong('filters', ownRights)
  const isChanged = !member || roleId !== member.roleId || locale !== member.locale || disables || filters.length > 0
  const isAdmin = member?.admin ?? false
  return {
    row: number,
    id: member?.id ?? null,
    email,
    name,
    isAdmin,
    roleId,
    locale,
    disabled,
    disables,
    filters,
    isChanged,
  }
}

function roleOf({ roles, givable }: Known, text: string, member: Member | undefined, wrong: Wrong): number {
  if (text === '') {
    if (!member) wrong('role', say`Role is required`)
    return member?.roleId ?? 0
  }
  const role =
    roles.find(({ name }) => name === text) ?? roles.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  if (!role) {
    const names = roles.map(({ name }) => name).join(', ')
    wrong('role', say`There is no role "${text}"; there are: ${names}.`)
    return 0
  }
  if (role.id !== member?.roleId && !givable.has(role.id))
    wrong('role', say`The role "${role.name}" allows more than your own. You can only give what you have.`)
  return role.id
}

function localeOf({ locales, usualLocale }: Known, text: string, member: Member | undefined, wrong: Wrong): string {
  const code = text.toLowerCase()
  if (code === '') return member?.locale ?? usualLocale
  if (code !== member?.locale && (!isLocale(code) || !locales.includes(code)))
    wrong('locale', say`This is no language of the organisation; there are: ${locales.join(', ')}.`)
  return code
}

function disabledOf({ ctx }: Known, text: string | undefined, member: Member | undefined, wrong: Wrong): boolean {
  const before = member?.disabled ?? false
  if (text === undefined) return before
  const word = text.toLowerCase()
  if (!yes.has(word) && !no.has(word)) {
    wrong('disabled', say`Write yes or no.`)
    return before
  }
  const disabled = yes.has(word)
  if (disabled === before) return before
  if (!ctx.identity.isUserAdmin) wrong('disabled', say`Only administrators of the organisation may do this.`)
  else if (member?.id === ctx.identity.userId) wrong('disabled', say`You cannot disable or enable yourself.`)
  return disabled
}

function filtersOf(known: Known, text: string | undefined, member: Member | undefined, wrong: Wrong): StoredFilter[] {
  if (text === undefined) return []
  const stored = member ? (known.filters.get(member.id) ?? []) : []
  const read = readFilters(text, known.models)
  if ('problem' in read) {
    wrong('filters', read.problem)
    return []
  }
  const changed = changedFilters(stored, read.filters)
  if (changed.some(({ surveyId }) => known.mayFilter.get(surveyId) !== true))
    wrong('filters', say`Your role may not change the filters of users here.`)
  return changed
}

async function whatIsKnown(ctx: Ctx, universeId: number, rows: readonly SheetRow[]): Promise<Known> {
  const { db } = ctx
  const emails = [...new Set(rows.map(({ cells }) => (cells.email ?? '').toLowerCase()))]
  const [models, members, roles, givable, { locales, usual }] = await Promise.all([
    loadSurveysOf(db, universeId),
    listMembers(db, universeId, emails),
    listRoleNames(db, universeId),
    listGivableRoles(ctx),
    readUniverseLocales(ctx),
  ])
  const filters = await readStoredFilters(
    db,
    universeId,
    members.map(({ id }) => id),
  )
  const mayFilter = new Map<number | null, boolean>([[null, await mayModifyUserFilters(ctx, null)]])
  for (const { id, extName } of models) mayFilter.set(id, await mayModifyUserFilters(ctx, extName))
  // A user name goes before an e-mail address that somebody else has.
  const byAddress = new Map(members.map((member) => [member.email.toLowerCase(), member]))
  for (const member of members) byAddress.set(member.username.toLowerCase(), member)
  return {
    ctx,
    models,
    members: byAddress,
    filters,
    open: await openable(ctx, members),
    roles,
    givable: new Set(givable.map(({ id }) => id)),
    elsewhere: await namesInUse(db, emails),
    locales,
    usualLocale: usual,
    mayFilter,
  }
}

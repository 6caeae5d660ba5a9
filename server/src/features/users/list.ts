import type { userRow } from '@gensvar/contract/entities/users'
import { pickText } from '@gensvar/contract/local-text'
import { maxPageRows } from '@gensvar/contract/paging'
import { say } from '@gensvar/contract/say'
import type { listUsers as route } from '@gensvar/contract/users'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { openable } from '#server/domain/people/openable.ts'
import { loadSurveysOf, readStoredFilters } from '#server/domain/people/question-filters.ts'
import type { StoredFilter } from '#server/domain/people/question-filters.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import { statusOf } from './details.ts'
import { listRoleNames, listUserRows } from './list-store.ts'
import type { UserRow, UserSelection } from './list-store.ts'

type Query = z.output<typeof route.query>
type Listed = z.output<typeof userRow>

/** The universe whose users the caller manages. Throws `forbidden` without one, and for a restricted role. */
export function universeOf({ identity }: Pick<Ctx, 'identity'>): number {
  if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  if (identity.role?.restricted) throw new AppError('forbidden', say`You can open your own details only.`)
  return identity.universe.id
}

/** A page of the members of the session's universe. */
export async function listUsers(ctx: Ctx, query: Query): Promise<z.input<typeof route.response>> {
  const universeId = universeOf(ctx)
  const of = selectionOf(universeId, query)
  const { rowFrom, rowTo, sortVar = 'email', sortDesc = false } = query
  const window = { from: rowFrom, to: Math.min(rowTo, rowFrom + maxPageRows), by: sortVar, desc: sortDesc }
  const [{ rows, total }, roles] = await Promise.all([
    listUserRows(ctx.db, of, window),
    listRoleNames(ctx.db, universeId),
  ])
  const filters = await readStoredFilters(
    ctx.db,
    universeId,
    rows.map(({ id }) => id),
  )
  const [open, words] = await Promise.all([openable(ctx, rows), filterWords(ctx, universeId, filters)])
  return {
    rows: rows.map((row) => toListed(row, words.get(row.id) ?? '', open.has(row.id))),
    total,
    roles,
    mayDisable: ctx.identity.isUserAdmin,
  }
}

/** Which users a query is about. */
export function selectionOf(
  universeId: number,
  { status, role, filter }: Pick<Query, 'status' | 'role' | 'filter'>,
): UserSelection {
  return {
    universeId,
    status: status === 'all' ? null : (Number(status) as 0 | 1 | 2),
    roleId: role ?? null,
    text: filter,
  }
}

function toListed(row: UserRow, userVariables: string, accessAllowed: boolean): Listed {
  return {
    id: row.id,
    name: `${row.firstName} ${row.lastName}`.trim() || row.username,
    email: row.email || row.username,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    selectedRoleName: row.roleName,
    userVariables,
    status: statusOf(row),
    notify: row.notifyFlags === 0 ? 0 : 1,
    accessAllowed,
  }
}

/** Values of a filter that a list names; a user can have thousands. */
const mostValues = 10

/** The filters of users in words: `Store: Oslo, Bergen`. */
async function filterWords(
  { db, locale }: Ctx,
  universeId: number,
  filters: ReadonlyMap<number, readonly StoredFilter[]>,
): Promise<ReadonlyMap<number, string>> {
  if (filters.size === 0) return new Map()
  const models = await loadSurveysOf(db, universeId)
  const questionOf = ({ surveyId, variable }: StoredFilter): Question | undefined =>
    models
      .filter(({ id }) => surveyId === null || surveyId === id)
      .flatMap(({ questions }) => questions.get(variable) ?? [])[0]
  const titleOf = (filter: StoredFilter): string => pickText(questionOf(filter)?.title, locale) || filter.variable
  const valuesOf = (filter: StoredFilter): string[] => {
    const choices = questionOf(filter)?.choiceByName
    const shown = filter.values
      .slice(0, mostValues)
      .map((value) => pickText(choices?.get(value)?.title, locale) || value)
    return filter.values.length > mostValues ? [...shown, '…'] : shown
  }
  return new Map(
    [...filters].map(([userId, own]) => [
      userId,
      own.map((filter) => `${titleOf(filter)}: ${valuesOf(filter).join(', ')}`).join(' · '),
    ]),
  )
}

import type { keyCloakData, universeUser, userEditorData } from '@gensvar/contract/entities/users'
import { isLocale, pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { listRoleChannels } from '#server/domain/people/channels.ts'
import { demandManagedUser } from '#server/domain/people/managed-user.ts'
import type { ManagedUser } from '#server/domain/people/managed-user.ts'
import {
  filtersOfSurvey,
  globalFilters,
  loadSurveysOf,
  readStoredFilters,
} from '#server/domain/people/question-filters.ts'
import type { QuestionFilter } from '#server/domain/people/question-filters.ts'
import { missingFilters } from '#server/domain/people/required-filters.ts'
import { listGivableRoles, mayModifyUserFilters } from '#server/domain/rights/may-give.ts'
import { readUniverseRoles, sheetOf } from '#server/domain/rights/role-sheets.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import { directoryOf, managesPeople } from './directories.ts'
import { readMemberships, readPerson, readUniverses } from './store.ts'
import type { EditedUniverse, StoredMembership } from './store.ts'

type UserEditorData = z.input<typeof userEditorData>
type UniverseUser = z.input<typeof universeUser>

/**
 * What the editor of a user shows, a new one for id 0: for root every universe with all its surveys, for administrators
 * their own with the survey they are in. Throws as `demandManagedUser` does.
 */
export async function getUserEditorData(ctx: Ctx, survey: string, userId: number): Promise<UserEditorData> {
  const user = userId === 0 ? null : await demandManagedUser(ctx, userId)
  return editorDataOf(ctx, survey, user)
}

/** The same of a user whom the caller may change; null for a new one. */
export async function editorDataOf(ctx: Ctx, survey: string, user: ManagedUser | null): Promise<UserEditorData> {
  const { db, identity } = ctx
  const [person, memberships, universes] = await Promise.all([
    user && readPerson(db, user.userId),
    user ? readMemberships(db, user.userId) : [],
    readUniverses(db, identity.isRoot ? null : (identity.universe?.id ?? 0)),
  ])
  const cards: UniverseUser[] = []
  for (const universe of universes) {
    const membership = memberships.find(({ universeId }) => universeId === universe.id)
    cards.push(await cardOf(ctx, { universe, survey, user, membership, locale: person?.locale ?? null }))
  }
  return {
    id: user?.userId ?? 0,
    version: person?.version ?? 0,
    username: user?.username ?? '',
    status: user?.status === 1 || user?.status === 2 ? user.status : 0,
    keyCloakData: {
      email: user?.email ?? '',
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      enabled: user?.status !== 1,
      userId: '',
    },
    indicators: person?.indicators ?? true,
    invite: user === null,
    fullAccess: identity.isRoot,
    ownPerson: identity.isRoot || (user?.memberships ?? 1) <= 1,
    mayBeNowhere:
      user?.isRoot === true || memberships.some(({ universeId }) => !universes.some(({ id }) => id === universeId)),
    universeUsers: cards,
  }
}

/** Whether the caller sees the filters of a survey: root those of all, others those of the survey they are in. */
export function isSurveyEdited({ identity }: Ctx, { extName, disabled }: SurveyModel, survey: string): boolean {
  return identity.isRoot ? !disabled : extName === survey
}

/** Ways of notices that a role leaves open, and whether they are on for a user in the session's universe. */
export async function listUserChannels(ctx: Ctx, userId: number, roleId: number) {
  if (userId !== 0) await demandManagedUser(ctx, userId)
  const { db, identity } = ctx
  const role = await db
    .selectFrom('role')
    .select('universe_id as universeId')
    .where('id', '=', roleId)
    .executeTakeFirst()
  if (!role || (!identity.isRoot && role.universeId !== identity.universe?.id))
    throw new AppError('not_found', say`There is no such role.`)
  const { universeId } = role
  const membership = (await readMemberships(db, userId)).find((one) => one.universeId === universeId)
  return { channels: await listRoleChannels(db, { universeId, roleId, muted: membership?.muted ?? [] }) }
}

/**
 * What the identity provider knows of a user. Throws `not_found` where it does not know them, `unavailable` where it
 * cannot be asked.
 */
export async function getKeycloakData(ctx: Ctx, userId: number): Promise<z.input<typeof keyCloakData>> {
  const { username } = await demandManagedUser(ctx, userId)
  if (!managesPeople(ctx))
    throw new AppError('unavailable', say`This server may not read the identity provider's records of users.`)
  const record = await (await directoryOf(ctx)).find(username)
  if (!record) throw new AppError('not_found', say`The identity provider does not know "${username}".`)
  return record
}

interface CardOf {
  universe: EditedUniverse
  survey: string
  user: ManagedUser | null
  membership: StoredMembership | undefined
  locale: string | null
}

async function cardOf(ctx: Ctx, { universe, survey, user, membership, locale }: CardOf): Promise<UniverseUser> {
  const { db, identity } = ctx
  const models = await loadSurveysOf(db, universe.id)
  const userId = user?.userId ?? 0
  const filters = (await readStoredFilters(db, universe.id, [userId])).get(userId) ?? []
  // Values are looked up in the session's universe.
  const isHere = universe.id === identity.universe?.id
  const edited = models.filter((model) => isSurveyEdited(ctx, model, survey))
  const chosen = [membership?.locale, locale, universe.defaultLocale, universe.locales[0]].find(
    (code) => code !== null && code !== undefined && universe.locales.includes(code) && isLocale(code),
  )
  const surveys = edited.map(async (model) => ({
    surveyName: pickText(model.title, ctx.locale) || model.extName,
    extname: model.extName,
    editable: isHere && (await mayModifyUserFilters(ctx, model.extName)),
    userVariables: filtersOfSurvey(model, filters).map(asVariable),
  }))
  return {
    universeName: universe.name,
    title: universe.title,
    userId: membership ? (user?.userId ?? null) : null,
    createuser: membership !== undefined || (user === null && universe.id === identity.universe?.id),
    disabled: membership?.disabled ?? false,
    admin: membership?.admin ?? false,
    notification: membership && membership.notifyFlags !== 0 ? 1 : 0,
    locales: universe.locales.filter(isLocale),
    selectedlocale: chosen !== undefined && chosen !== null && isLocale(chosen) ? chosen : 'en',
    selectedrole: membership?.roleId ?? null,
    roles: await rolesFor(ctx, { universe, edited: isHere ? edited : [], current: membership?.roleId }),
    surveys: await Promise.all(surveys),
    globalVariables: globalFilters(models, filters).map(asVariable),
    globalEditable: isHere && (await mayModifyUserFilters(ctx, null)),
    notificationChannels: membership
      ? await listRoleChannels(db, { universeId: universe.id, roleId: membership.roleId, muted: membership.muted })
      : [],
  }
}

function asVariable(filter: QuestionFilter) {
  return { ...filter, required: filter.required ?? false }
}

interface RolesFor {
  universe: EditedUniverse
  /** The surveys whose filters the caller may change. */
  edited: readonly SurveyModel[]
  current: number | undefined
}

/** Roles that the caller may give in a universe, and the one the user has. */
async function rolesFor(ctx: Ctx, { universe, edited, current }: RolesFor) {
  const all = await readUniverseRoles(ctx.db, universe.id)
  const givable = ctx.identity.isRoot ? null : new Set((await listGivableRoles(ctx)).map(({ id }) => id))
  return [...all.roles.values()]
    .filter(({ id }) => givable === null || givable.has(id) || id === current)
    .map(({ id, name }) => {
      const sheet = sheetOf(all, id)
      const limiting = sheet === null ? [] : missingFilters(edited, sheet, []).map(({ survey }) => survey.extName)
      return { id, name, seesAllData: sheet?.role.canSeeAllData ?? false, limitedIn: [...new Set(limiting)] }
    })
}

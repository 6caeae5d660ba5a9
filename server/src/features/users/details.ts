import type { userDetails } from '@gensvar/contract/entities/users'
import { noticeChannels } from '@gensvar/contract/entities/notices'
import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { channelTitles } from '#server/domain/people/channels.ts'
import { demandManagedUser } from '#server/domain/people/managed-user.ts'
import {
  everySurvey,
  filtersOfSurvey,
  globalFilters,
  loadSurveysOf,
  readStoredFilters,
} from '#server/domain/people/question-filters.ts'
import type { QuestionFilter } from '#server/domain/people/question-filters.ts'
import { listGivableRoles } from '#server/domain/rights/may-give.ts'
import { keepsPasswords } from '#server/features/identity-provider/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { readProfile, readUniverseLocales } from './store.ts'
import type { Profile } from './store.ts'

/** A user as the restricted form shows them. */
export type UserDetails = z.output<typeof userDetails>

/**
 * A member's details, also the caller's own. Filters are those of the survey and those that hold everywhere; root gets
 * those of all surveys. Throws as `demandManagedUser` does for somebody else.
 */
export async function detailsOf(ctx: Ctx, survey: string, userId: number): Promise<UserDetails> {
  const { identity } = ctx
  const isOwn = userId === identity.userId
  const user = isOwn ? null : await demandManagedUser(ctx, userId)
  const profile = await readProfile(ctx, userId)
  if (!profile || (user && user.membership === null))
    throw new AppError('not_found', say`There is no such user in this organisation.`)
  const roles = isOwn ? [] : await listGivableRoles(ctx)
  const own = profile.roleId === null ? [] : [{ id: profile.roleId, name: profile.roleName ?? '' }]
  const offered = [...own.filter(({ id }) => !roles.some((role) => role.id === id)), ...roles]
  const { locales, usual } = await readUniverseLocales(ctx)
  return {
    userDTO: dtoOf(profile, profile.locale ?? profile.ownLocale ?? usual),
    version: profile.version,
    status: statusOf(profile),
    lastLogin: profile.lastLogin?.toISOString() ?? null,
    // One's own is changed on the sign-in page, which asks for proof.
    canEditPassword: user !== null && keepsPasswords(ctx) && (identity.isRoot || user.memberships <= 1),
    restricted: identity.role?.restricted ?? false,
    locales: locales.filter(isLocale),
    roleNames: offered.map(({ name }) => name),
    roleIDs: offered.map(({ id }) => id),
    channelDTOs: channelsOf(profile.mutedChannels ?? []),
    userQuestionFilterMap: await (isOwn ? ownFilters(ctx) : filterMap(ctx, survey, userId)),
  }
}

/** An empty form: a user to be added to the universe of the session. */
export async function newDetails(ctx: Ctx, survey: string): Promise<UserDetails> {
  const roles = await listGivableRoles(ctx)
  const { locales, usual } = await readUniverseLocales(ctx)
  const none = { id: 0, email: '', username: '', firstName: '', lastName: '', roleId: null }
  return {
    userDTO: {
      ...dtoOf({ ...none, actAs: false, showIndicators: true, disabled: false, notifyFlags: 0 }, usual),
      sendEmail: true,
    },
    version: 0,
    status: 2,
    lastLogin: null,
    canEditPassword: keepsPasswords(ctx),
    restricted: false,
    locales: locales.filter(isLocale),
    roleNames: roles.map(({ name }) => name),
    roleIDs: roles.map(({ id }) => id),
    channelDTOs: channelsOf([]),
    userQuestionFilterMap: await filterMap(ctx, survey, 0),
  }
}

type DtoSource = Pick<
  Profile,
  | 'id'
  | 'email'
  | 'username'
  | 'firstName'
  | 'lastName'
  | 'roleId'
  | 'actAs'
  | 'showIndicators'
  | 'disabled'
  | 'notifyFlags'
>

function dtoOf(user: DtoSource, locale: string): UserDetails['userDTO'] {
  return {
    id: user.id,
    name: `${user.firstName} ${user.lastName}`.trim() || user.username,
    email: user.email,
    password: '',
    locale: asLocale(locale),
    selectedRoleId: user.roleId,
    actAsAccess: user.actAs ?? false,
    showIndicators: user.showIndicators,
    disabled: user.disabled ?? false,
    sendEmail: false,
    notifyFlags: user.notifyFlags ?? 0,
    errorMessage: null,
  }
}

/** Whether a user is active (0), disabled (1) or invited (2). */
export function statusOf({ status, disabled }: { status: number; disabled: boolean | null }): 0 | 1 | 2 {
  if (status === 1 || disabled) return 1
  return status === 2 ? 2 : 0
}

function asLocale(code: string): Locale {
  return isLocale(code) ? code : 'en'
}

function channelsOf(muted: readonly string[]): UserDetails['channelDTOs'] {
  return noticeChannels.map((channel) => ({
    channel,
    title: channelTitles[channel],
    enabled: !muted.includes(channel),
  }))
}

async function filterMap(ctx: Ctx, survey: string, userId: number): Promise<UserDetails['userQuestionFilterMap']> {
  const { db, identity } = ctx
  const universeId = identity.universe?.id
  if (universeId === undefined) return { [everySurvey]: [] }
  const models = await loadSurveysOf(db, universeId)
  const stored = (await readStoredFilters(db, universeId, [userId])).get(userId) ?? []
  const shown = models.filter(({ extName, disabled }) => (identity.isRoot ? !disabled : extName === survey))
  return {
    [everySurvey]: globalFilters(models, stored),
    ...Object.fromEntries(shown.map((model) => [model.extName, filtersOfSurvey(model, stored)])),
  }
}

/** The filters that limit the caller, in all surveys. */
async function ownFilters({ db, identity }: Ctx): Promise<UserDetails['userQuestionFilterMap']> {
  const universeId = identity.universe?.id
  if (universeId === undefined) return { [everySurvey]: [] }
  const stored = (await readStoredFilters(db, universeId, [identity.userId])).get(identity.userId) ?? []
  if (stored.length === 0) return { [everySurvey]: [] }
  const models = await loadSurveysOf(db, universeId)
  const limiting = models.filter(({ id }) => stored.some(({ surveyId }) => surveyId === id))
  const inUse = (filters: QuestionFilter[]): QuestionFilter[] => filters.filter(({ value }) => value !== '')
  return {
    [everySurvey]: inUse(globalFilters(models, stored)),
    ...Object.fromEntries(limiting.map((model) => [model.extName, inUse(filtersOfSurvey(model, stored))])),
  }
}

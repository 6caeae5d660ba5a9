import type { userDetails, userQuestionFilter } from '@gensvar/contract/entities/users'
import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { readOwnFilters, readProfile, readUniverseLocales, saveLocaleRow } from './store.ts'

type UserDetails = z.output<typeof userDetails>

/** The name for filters that apply to every survey. */
const everySurvey = 'global'

/** The caller's own details in the universe of the session. Throws `forbidden` for somebody else's. */
export async function getUserDetails(ctx: Ctx, userId: number): Promise<UserDetails> {
  demandOwn(ctx, userId)
  return detailsOf(ctx, ctx.identity.locale)
}

/** Sets the language of the caller's profile. Throws `forbidden` for somebody else's. */
export async function saveUserDetails(ctx: Ctx, userId: number, locale: Locale): Promise<UserDetails> {
  demandOwn(ctx, userId)
  await write(ctx, async (tx) => {
    await saveLocaleRow(tx, locale)
    await tx.audit({ action: 'user.profile', object: ctx.identity.username, details: { locale } })
  })
  return detailsOf(ctx, locale)
}

function demandOwn({ identity }: Ctx, userId: number): void {
  if (userId !== identity.userId) throw new AppError('forbidden', say`You can open your own details only.`)
}

async function detailsOf(ctx: Ctx, locale: string): Promise<UserDetails> {
  const { identity } = ctx
  const { role } = identity
  const [profile, locales, filters] = await Promise.all([
    readProfile(ctx),
    readUniverseLocales(ctx),
    readOwnFilters(ctx),
  ])
  const notifyFlags = profile.notifyFlags ?? 0
  return {
    userDTO: {
      id: identity.userId,
      name: `${profile.firstName} ${profile.lastName}`.trim() || identity.username,
      email: profile.email,
      password: '',
      locale: isLocale(locale) ? locale : 'en',
      selectedRoleId: role?.id ?? null,
      actAsAccess: profile.actAs ?? false,
      showIndicators: false,
      disabled: false,
      // Stored inverted: 0 means send.
      sendEmail: notifyFlags === 0,
      notifyFlags,
      errorMessage: null,
    },
    lastLogin: profile.lastLogin?.toISOString() ?? null,
    // Passwords are kept by the identity provider.
    canEditPassword: false,
    restricted: role?.restricted ?? false,
    locales: locales.filter(isLocale),
    roleNames: role ? [role.name] : [],
    roleIDs: role ? [role.id] : [],
    channelDTOs: [],
    userQuestionFilterMap: filterMap(filters),
  }
}

function filterMap(filters: Awaited<ReturnType<typeof readOwnFilters>>): UserDetails['userQuestionFilterMap'] {
  const map: Record<string, z.output<typeof userQuestionFilter>[]> = { [everySurvey]: [] }
  for (const { variable, values, survey, questionId, title } of filters)
    (map[survey ?? everySurvey] ??= []).push({
      title: title && Object.keys(title).length > 0 ? title : variable,
      variable,
      questionId: questionId ?? 0,
      surveyName: survey ?? '',
      globalName: survey === null ? variable : '',
      value: values.join(';'),
      changed: false,
    })
  return map
}

import { z } from 'zod'
import { localeCode, localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { globalOverview } from './global-overview.ts'

/** What the sign-in screen has to do next: 0 go on, 1 unknown user, 5 to 9 as named here. */
export const loginStatus = {
  signedIn: 0,
  unknownUser: 1,
  selectUniverse: 5,
  selectByOverview: 6,
  impersonate: 7,
  loading: 8,
  suggestDifferentUser: 9,
} as const

/** A universe a user may enter. */
export const universeInfo = z.object({ name: z.string(), title: localText, host: z.string() })

/** A survey in the survey menu. */
export const surveyInfo = z.object({ extName: z.string(), title: localText })

/** Who is signed in, where, and what the sign-in screen has to do next. */
export const userIdentity = z.object({
  userId: z.number().int().nullable(),
  username: z.string(),
  universe: z.string().nullable(),
  universes: z.array(universeInfo),
  /** The universes whose users this user may act as, with those users. */
  universeAdminUserList: z.array(
    z.object({
      universe: z.string(),
      title: localText,
      users: z.array(z.object({ userId: z.number().int(), username: z.string(), name: z.string() })),
    }),
  ),
  loginStatus: z.number().int(),
  /** Percentage while the status is 8. */
  loadStatus: z.number().min(0).max(100),
  globalOverviewData: globalOverview.nullable(),
  surveys: z.array(surveyInfo),
  role: z.string().nullable(),
  isRoot: z.boolean(),
  isUserAdmin: z.boolean(),
  /** May make surveys, from files or with a questionnaire. */
  mayCreateSurveys: z.boolean(),
  /** May edit the dashboards of surveys they have access to. */
  mayEditDashboards: z.boolean(),
  locale: localeCode,
  authToken: z.string().nullable(),
  /** The real user while acting as somebody else; null otherwise. */
  impersonator: z.string().nullable(),
})

/** Who is signed in, where, and what the sign-in screen has to do next. */
export type UserIdentity = z.infer<typeof userIdentity>

/** Identity entities with their examples. */
export const identityEntities = {
  UserIdentity: defineEntity(userIdentity, {
    userId: 4,
    username: 'anna@example.org',
    universe: 'retail',
    universes: [{ name: 'retail', title: { en: 'Nordic Retail' }, host: 'dashboards.example.org' }],
    universeAdminUserList: [
      {
        universe: 'retail',
        title: { en: 'Nordic Retail' },
        users: [{ userId: 9, username: 'bo@example.org', name: 'Bo Ek' }],
      },
    ],
    loginStatus: loginStatus.signedIn,
    loadStatus: 100,
    globalOverviewData: null,
    surveys: [{ extName: 'visits', title: { en: 'Store visits' } }],
    role: 'region-manager',
    isRoot: false,
    isUserAdmin: true,
    mayCreateSurveys: true,
    mayEditDashboards: true,
    locale: 'sv',
    authToken: null,
    impersonator: null,
  }),
}

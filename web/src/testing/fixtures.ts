import type { z } from 'zod'
import { identityEntities } from '@gensvar/contract/entities/identity'
import { shellEntities } from '@gensvar/contract/entities/shell'
import { surveyEntities } from '@gensvar/contract/entities/survey'
import { getClientConfig, validateCookie } from '@gensvar/contract/identity'
import { getSurveyStart, getSurveyStatus } from '@gensvar/contract/surveys'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { serve } from './serve.ts'
import type { Served } from './serve.ts'

type Identity = z.input<typeof validateCookie.response>
type Start = z.input<typeof getSurveyStart.response>
type Status = z.input<typeof getSurveyStatus.response>
type Config = z.input<typeof getClientConfig.response>

/** A signed-in regional manager of one universe with two surveys. */
export function identityFixture(change: Partial<Identity> = {}): Identity {
  return {
    ...identityEntities.UserIdentity.example,
    locale: 'en',
    isUserAdmin: false,
    mayCreateSurveys: false,
    mayEditDashboards: false,
    universeAdminUserList: [],
    surveys: [
      { extName: 'visits', title: { en: 'Store visits', sv: 'Butiksbesök' } },
      { extName: 'orders', title: { en: 'Orders', sv: 'Beställningar' } },
    ],
    authToken: 'token-of-anna',
    expiresAt: null,
    restricted: false,
    mayManageRoles: false,
    mayAddUsers: false,
    viewedRole: null,
    movedTo: null,
    ...change,
  }
}

const page = surveyEntities.Page.example

/** Start-up data of the survey `visits`, with three pages and two views. */
export function startFixture(change: Partial<Start> = {}): Start {
  return {
    version: 'one',
    survey: {
      ...surveyEntities.Survey.example,
      pages: [
        { ...page, extname: 'overview', title: { en: 'Overview', sv: 'Översikt' }, icon: 'home', components: [] },
        {
          ...page,
          extname: 'ranking',
          title: { en: 'Ranking', sv: 'Rankning' },
          icon: 'list-numbers',
          kind: 'rankings',
          components: [],
        },
        {
          ...page,
          extname: 'alerts',
          title: { en: 'Alerts', sv: 'Larm' },
          icon: 'bell',
          kind: 'alerts',
          components: [],
        },
      ],
      views: [
        {
          extName: 'organisation',
          title: { en: 'Organisation' },
          levels: [
            { variable: 'country', title: 'Country' },
            { variable: 'region', title: 'Region' },
          ],
        },
        {
          extName: 'products',
          title: { en: 'Products', sv: 'Produkter' },
          levels: [{ variable: 'product', title: 'Product' }],
        },
      ],
    },
    startPath: 'country=SE',
    startPage: 'overview',
    defaultPage: 'overview',
    builtKinds: ['rankings', 'alerts', 'samples'],
    named: true,
    vocabulary: null,
    support: shellEntities.SupportInfo.example,
    branding: { logo: null, palette: 'teal' },
    rights: {
      canViewSamples: true,
      canViewInterviews: true,
      canHandleAlerts: true,
      canEditActions: true,
      canAdministrate: false,
      canAccessStatusPage: false,
    },
    preferences: {},
    viewOrder: ['organisation', 'products'],
    ...change,
  }
}

/** Status of the survey: four open alerts, no messages. */
export function statusFixture(change: Partial<Status> = {}): Status {
  return {
    version: 'one',
    nOpenAlerts: 4,
    allAlerts: { open: 6, waiting: 2, path: 'country=SE', place: 'Sweden' },
    openDoubts: null,
    systemMessage: null,
    announcements: [],
    freshness: { updatedAt: '2026-11-20T08:00:00Z', updating: false, problem: null },
    ...change,
  }
}

/** The client configuration before sign-in. */
export function configFixture(change: Partial<Config> = {}): Config {
  return {
    ...shellEntities.ClientConfig.example,
    language: 'en',
    upgrade: null,
    forward: { oldData: null, finland: null },
    ...change,
  }
}

/**
 * Answers to the calls that every screen behind sign-in makes, for a user and a survey; `change` overrides its status.
 */
export function signedInServer(identity: Identity, start: Start, change: Partial<Status> = {}): Served[] {
  const status = statusFixture(change)
  return [
    serve(getClientConfig, configFixture()),
    serve(validateCookie, identity),
    serve(getSurveyStart, ({ params }) => ({ ...start, survey: { ...start.survey, extName: params['survey'] ?? '' } })),
    serve(getSurveyStatus, status),
    serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: status.nOpenAlerts ?? 0, filterTitles: [] }),
  ]
}

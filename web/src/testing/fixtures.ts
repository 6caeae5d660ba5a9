import type { z } from 'zod'
import { identityEntities } from '@gensvar/contract/entities/identity'
import { shellEntities } from '@gensvar/contract/entities/shell'
import { surveyEntities } from '@gensvar/contract/entities/survey'
import { getClientConfig, validateCookie } from '@gensvar/contract/identity'
import { getSurveyStart } from '@gensvar/contract/surveys'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { serve, type Served } from './serve.ts'

type Identity = z.input<typeof validateCookie.response>
type Start = z.input<typeof getSurveyStart.response>
type Config = z.input<typeof getClientConfig.response>

/** A signed-in regional manager of one universe with two surveys. */
export function identityFixture(change: Partial<Identity> = {}): Identity {
  return {
    ...identityEntities.UserIdentity.example,
    locale: 'en',
    isUserAdmin: false,
    universeAdminUserList: [],
    surveys: [
      { extName: 'visits', title: { en: 'Store visits', sv: 'Butiksbesök' } },
      { extName: 'orders', title: { en: 'Orders', sv: 'Beställningar' } },
    ],
    authToken: 'token-of-anna',
    expiresAt: null,
    restricted: false,
    movedTo: null,
    ...change,
  }
}

const page = surveyEntities.Page.example

/** Start-up data of the survey `visits`, with three pages and two views. */
export function startFixture(change: Partial<Start> = {}): Start {
  return {
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
    named: true,
    vocabulary: null,
    nOpenAlerts: 4,
    systemMessage: null,
    campaigns: [],
    support: shellEntities.SupportInfo.example,
    branding: { logo: null, palette: 'teal' },
    freshness: { updatedAt: '2026-11-20T08:00:00Z', updating: false },
    rights: { canViewSamples: true, canViewInterviews: true, canHandleAlerts: true, canEditActions: true },
    preferences: {},
    viewOrder: ['organisation', 'products'],
    ...change,
  }
}

/** What a browser is told before sign-in. */
export function configFixture(change: Partial<Config> = {}): Config {
  return {
    ...shellEntities.ClientConfig.example,
    language: 'en',
    upgrade: null,
    forward: { oldData: null, finland: null },
    ...change,
  }
}

/** The calls every screen behind sign-in makes, answered for a user and a survey. */
export function signedInServer(identity: Identity, start: Start): Served[] {
  return [
    serve(getClientConfig, configFixture()),
    serve(validateCookie, identity),
    serve(getSurveyStart, ({ params }) => ({ ...start, survey: { ...start.survey, extName: params['survey'] ?? '' } })),
    serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: start.nOpenAlerts }),
  ]
}

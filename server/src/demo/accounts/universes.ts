import { administratorRole } from '#server/domain/build/role.ts'
import type { NewRole } from '#server/domain/build/role.ts'
import type { NewUniverse } from '#server/domain/build/universe.ts'
import type { SurveyFlag } from '#server/domain/rights/role-rights.ts'
import { usualSurveyFlags } from '#server/domain/rights/role-rights.ts'

/** A role of the demo with its rights in the surveys of its universe. A child never has more than its parents. */
export interface DemoRole extends Omit<NewRole, 'parentId'> {
  /** Name of the parent. */
  parent?: string
  /** Flags by the ext name of the survey; the role has no access to a survey that is missing. */
  surveys: Readonly<Record<string, readonly SurveyFlag[]>>
  /** Views the role may open; all if missing. */
  views?: readonly string[]
}

/** A universe of the demo. */
export interface DemoUniverse extends NewUniverse {
  /** Parents before their children. */
  roles: readonly DemoRole[]
}

const everything = usualSurveyFlags
const regional: readonly SurveyFlag[] = [
  'canViewSamples',
  'canEditOpenPeriods',
  'canChangeStateOpenPeriods',
  'canCancelSamples',
  'canAccessStatusPage',
  'canHandleAlerts',
  'canEditActions',
  'modifyUserFilters',
]

/** The demo's universes: two that are shown, and one with a host of its own. */
export const demoUniverses: readonly DemoUniverse[] = [
  {
    name: 'retail',
    title: { en: 'Nordic Retail' },
    host: '',
    timeZone: 'Europe/Stockholm',
    branding: { palette: 'teal' },
    adminsCreateSurveys: true,
    editsDashboards: true,
    roles: [
      { ...administratorRole, surveys: { visits: everything, 'e-commerce': everything } },
      { name: 'regional-manager', parent: 'administrator', canAddUsers: true, surveys: { visits: regional } },
      {
        name: 'store-manager',
        parent: 'regional-manager',
        surveys: { visits: ['canViewSamples', 'canHandleAlerts', 'canEditActions'] },
      },
      { name: 'agent', parent: 'store-manager', surveys: { visits: [] } },
      { name: 'analyst', parent: 'administrator', surveys: { visits: ['canViewSamples'] } },
      {
        name: 'restricted',
        parent: 'store-manager',
        restricted: true,
        surveys: { visits: [] },
        views: ['organisation'],
      },
    ],
  },
  {
    name: 'bank',
    title: { en: 'Nordbank' },
    host: '',
    timeZone: 'Europe/Helsinki',
    branding: { palette: 'indigo' },
    adminsCreateSurveys: true,
    roles: [
      { ...administratorRole, surveys: { customers: everything } },
      { name: 'area-manager', parent: 'administrator', surveys: { customers: ['canEditActions'] } },
      { name: 'branch-manager', parent: 'area-manager', surveys: { customers: [] } },
    ],
  },
  {
    name: 'wholesale',
    title: { en: 'Nordic Wholesale' },
    host: 'wholesale.example.org',
    timeZone: 'Europe/Stockholm',
    branding: {},
    roles: [{ ...administratorRole, surveys: {} }],
  },
]

/** What the screen for choosing a universe shows: the `globalOverview` of the server's settings. */
export const demoOverview = {
  welcomeText: { en: 'Welcome', sv: 'Välkommen', no: 'Velkommen', da: 'Velkommen', fi: 'Tervetuloa' },
  clickText: {
    en: 'Choose where to go',
    sv: 'Välj vart du vill gå',
    no: 'Velg hvor du vil gå',
    da: 'Vælg, hvor du vil hen',
    fi: 'Valitse, minne haluat mennä',
  },
  timeFilters: [
    {
      extName: 'last_1q',
      title: {
        en: 'Last quarter',
        sv: 'Förra kvartalet',
        no: 'Forrige kvartal',
        da: 'Sidste kvartal',
        fi: 'Viime vuosineljännes',
      },
    },
    {
      extName: 'last_1y',
      title: { en: 'Last year', sv: 'Förra året', no: 'I fjor', da: 'Sidste år', fi: 'Viime vuosi' },
    },
  ],
  indicatorBlocks: [
    {
      title: { en: 'Nordic Retail' },
      groups: [
        {
          title: { en: 'Stores', sv: 'Butiker', no: 'Butikker', da: 'Butikker', fi: 'Myymälät' },
          variables: ['csi', 'nps', 'open_alerts'].map((indicator) => ({
            universe: 'retail',
            survey: 'visits',
            indicator,
          })),
        },
        {
          title: { en: 'Online', sv: 'På nätet', no: 'På nett', da: 'På nettet', fi: 'Verkossa' },
          variables: ['satisfaction', 'nps'].map((indicator) => ({
            universe: 'retail',
            survey: 'e-commerce',
            indicator,
          })),
        },
      ],
    },
    {
      title: { en: 'Nordbank' },
      groups: [
        {
          title: { en: 'Customers', sv: 'Kunder', no: 'Kunder', da: 'Kunder', fi: 'Asiakkaat' },
          variables: ['satisfaction', 'nps'].map((indicator) => ({ universe: 'bank', survey: 'customers', indicator })),
        },
      ],
    },
  ],
}

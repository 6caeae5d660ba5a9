import { identityEntities } from '@gensvar/contract/entities/identity'
import { segmentedDrillPathExample } from '@gensvar/contract/entities/navigation'
import { shellEntities } from '@gensvar/contract/entities/shell'
import { surveyEntities } from '@gensvar/contract/entities/survey'
import type { SignInResult } from '@gensvar/contract/identity'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import type { Widget } from '@gensvar/contract/widgets/define-widget'
import type { AnswerState } from '@gensvar/contract/widgets/example-states/in-states'
import { widgets } from '@gensvar/contract/widgets/index'
import type { WidgetType } from '@gensvar/contract/widgets/index'
import type { SurveyStart } from '#web/lib/survey-start.ts'

// The build replaces this module by its values (web/computed-examples.ts): schemas stay out of the browser.

/** Answers of a component's calls by name. */
type Answers = Readonly<Record<string, unknown>>

/** A component type with a configuration, every default filled in, and answers of its calls. */
export interface Example {
  title: string
  config: AnyComponent['config']
  /** The usual answers, and those of each other state; a type without calls has the usual ones alone. */
  answers: { full: Answers } & { [State in AnswerState]?: Answers }
}

function exampleOf({ title, config, example }: Widget): Example {
  return {
    title,
    config: config.parse(example.config) as AnyComponent['config'],
    answers: { full: example.responses, ...example.states },
  }
}

/** Every component type there is, by its name. */
export const examples = Object.fromEntries(
  Object.entries(widgets).map(([type, widget]) => [type, exampleOf(widget as Widget)]),
) as Record<WidgetType, Example>

/** Somebody who may see the components for store managers. */
export const exampleIdentity: SignInResult = {
  ...identityEntities.UserIdentity.example,
  role: 'store-manager',
  isRoot: true,
  expiresAt: null,
  restricted: false,
  mayManageRoles: false,
  mayAddUsers: false,
  viewedRole: null,
  movedTo: null,
}

/** What a page knows of its survey. No survey on a server is called like this one: names have no spaces. */
export const exampleStart: SurveyStart = {
  version: 'examples',
  survey: { ...(surveyEntities.Survey.example as SurveyStart['survey']), extName: 'gallery examples' },
  startPath: 'root',
  startPage: 'overview',
  defaultPage: 'overview',
  builtKinds: ['rankings'],
  named: true,
  vocabulary: null,
  support: shellEntities.SupportInfo.example,
  branding: shellEntities.BrandingInfo.example,
  rights: {
    canViewSamples: true,
    canViewInterviews: true,
    canHandleAlerts: true,
    canEditActions: true,
    canAdministrate: true,
    canAccessStatusPage: true,
  },
  preferences: {},
  viewOrder: ['organisation'],
}

/** The steps of the path the examples are of. */
export const exampleSegments = segmentedDrillPathExample

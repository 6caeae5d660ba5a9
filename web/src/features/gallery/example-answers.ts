import { listTrackings } from '@gensvar/contract/campaigns'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { getSampleEditor } from '@gensvar/contract/samples'
import { getSurveyStart, savePreference } from '@gensvar/contract/surveys'
import { streamGlobalValues } from '@gensvar/contract/tables'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { widgetTypes } from '@gensvar/contract/widgets/index'
import type { StandIn } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { editorExample } from './editor-examples.ts'
import { examples, exampleSegments, exampleStart } from './examples.ts'
import { exampleStates, placedAs, placedExample } from './placed-examples.ts'

/** The survey with a page that holds every example: components look each other up in it. */
function start(): unknown {
  const components = widgetTypes.flatMap((type) => exampleStates.flatMap((state) => placedExample(type, state)))
  const pages = exampleStart.survey.pages.slice(0, 1).map((page) => ({ ...page, components }))
  return { ...exampleStart, survey: { ...exampleStart.survey, pages } }
}

/** An answer that does not come before the component has gone. */
function never(signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new ApiError('timeout', ''))))
}

async function figures(component: string, name: string, signal: AbortSignal | undefined): Promise<unknown> {
  const placed = placedAs(component)
  if (placed === null) throw new ApiError('not_found', '')
  const { type, state } = placed
  if (state === 'loading') return never(signal)
  if (state === 'failed') throw new ApiError('internal', '', { requestId: 'a1b2c3d4' })
  const answer = examples[type].answers[state]?.[name]
  if (answer === undefined) throw new ApiError('not_found', '')
  return answer
}

/** The events of an example's stream: all at once. */
async function events(component: string, signal: AbortSignal | undefined): Promise<string> {
  const table = JSON.stringify(await figures(component, 'data', signal))
  return `event: globalTableInitialData\ndata: ${table}\n\nevent: globalTableDataEnd\ndata: {}\n\n`
}

/** Answers what components ask about the survey of the examples; everything else is the server's to answer. */
export const answerExamples: StandIn = (route, { params = {} }, signal) => {
  // Choices such as the density of tables belong to no survey; here nobody is signed in to keep them for.
  if (route.id === savePreference.id) return Promise.resolve({ ok: true })
  if (params['survey'] !== exampleStart.survey.extName) return undefined
  switch (route.id) {
    case getSurveyStart.id:
      return Promise.resolve(start())
    case getSegmentedDrillPath.id:
      return Promise.resolve(exampleSegments)
    case getWidgetData.id:
      return figures(String(params['component']), String(params['call']), signal)
    case listTrackings.id:
      return figures(String(params['component']), 'trackings', signal)
    case getSampleEditor.id:
      return Promise.resolve(editorExample(Number(params['sampleId'])))
    case streamGlobalValues.id:
      return events(String(params['component']), signal)
    default:
      return Promise.reject(new ApiError('not_found', ''))
  }
}

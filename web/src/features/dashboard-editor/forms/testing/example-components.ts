import { parseAllDocuments } from 'yaml'
import { isRecord } from '../values.ts'
import text from '../../../../../../docs/examples/configuration.yaml?raw'
import type { SurveyFacts } from '../survey-facts.ts'

const named = (type: SurveyFacts['questions'][number]['type'], names: string): SurveyFacts['questions'] =>
  names.split(' ').map((variable) => ({ variable, title: variable, type }))

const parsed: unknown = parseAllDocuments(text)[0]?.toJS()

/** The configuration that shows every kind of component, as it stands in its text. */
export const example = isRecord(parsed) ? parsed : {}

interface Written {
  type: string
  config: Record<string, unknown>
}

const isComponent = (value: unknown): value is Written =>
  isRecord(value) && typeof value['type'] === 'string' && isRecord(value['config'])

function componentsIn(value: unknown): Written[] {
  if (Array.isArray(value)) return value.flatMap(componentsIn)
  if (!isRecord(value)) return []
  return [...(isComponent(value) ? [value] : []), ...Object.values(value).flatMap(componentsIn)]
}

/** Every component of the example, also those inside others. */
export const exampleComponents = componentsIn(example['pages'])

const indicatorNames = Object.keys(isRecord(example['indicators']) ? example['indicators'] : {})

/** What the survey of the example has. */
export const exampleFacts: SurveyFacts = {
  indicators: indicatorNames.map((name) => ({ name, title: name.toUpperCase() })),
  questions: [
    ...named('single', 'country region store agent product gender city channel language reason'),
    ...named('scale', 'overall expectations ideal recommend helpful knowledge friendly range tidy'),
    ...named('numeric', 'wait_minutes age amount'),
    ...named('date', 'visited_on member_since'),
    ...named('text', 'customer email phone comment improve receipt'),
  ],
  pages: [{ name: 'overview', title: 'Overview' }],
  filters: [],
  views: [{ name: 'organisation', title: 'Organisation' }],
  components: exampleComponents.map(({ config }) => ({ name: String(config['id']), title: '' })),
  isInPool: example['pool'] !== undefined,
}

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { walkComponents } from '../widgets/find-component.ts'
import { isKnownType, widgetTypes } from '../widgets/index.ts'
import { checkConfiguration } from './check.ts'
import type { KnownQuestion } from './check.ts'
import { checkShape } from './problems.ts'
import { settingsDocument } from './server-config.ts'
import { surveyConfig } from './survey-config.ts'
import type { SurveyConfig } from './survey-config.ts'

const text = readFileSync(new URL('../../../docs/examples/configuration.yaml', import.meta.url), 'utf8')
const [survey, settings] = parseAllDocuments(text).map((document) => document.toJS() as unknown)

function exampleConfig(): SurveyConfig {
  const { data, problems } = checkShape(surveyConfig, survey)
  expect(problems).toEqual([])
  return data!
}

/** The questions of the survey the example is written for. */
const questions: KnownQuestion[] = [
  ...named('single', 'country region store agent product_area product gender city visit_state visit_substate period'),
  { variable: 'channel', type: 'single', choices: ['store', 'web'] },
  { variable: 'age_group', type: 'single', choices: ['18-29', '30-44', '45-64', '65-'] },
  ...named('single', 'language reason cause'),
  ...named('scale', 'overall expectations ideal recommend helpful knowledge friendly range tidy'),
  ...named('numeric', 'wait_minutes age amount spam'),
  ...named('date', 'visited_on member_since delivered_on'),
  ...named('text', 'customer email phone comment improve receipt ticket note'),
]

function named(type: KnownQuestion['type'], names: string): KnownQuestion[] {
  return names.split(' ').map((variable) => ({ variable, type }))
}

describe('the example configuration', () => {
  test('has both documents accepted', () => {
    expect(exampleConfig().title).toMatchObject({ en: 'Store visits' })
    expect(checkShape(settingsDocument, settings).problems).toEqual([])
  })

  test('uses every widget there is', () => {
    const used = [...walkComponents(exampleConfig().pages)].map(({ component }) => component.type)
    expect(used.filter((type) => !isKnownType(type))).toEqual([])
    expect(
      widgetTypes.filter((type) => !used.includes(type)),
      'add it to docs/examples/configuration.yaml',
    ).toEqual([])
  })

  test('fits the questions it is written for', () => {
    const problems = checkConfiguration(exampleConfig(), { questions })
    expect(problems).toEqual([])
  })

  test('uses every key of a survey', () => {
    const unused = Object.keys(surveyConfig.shape).filter((key) => !Object.hasOwn(survey as object, key))
    expect(unused).toEqual([])
  })
})

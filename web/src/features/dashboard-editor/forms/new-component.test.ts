import { beforeAll, describe, expect, test } from 'vitest'
import { checkConfiguration } from '@gensvar/contract/configuration/check'
import { checkShape } from '@gensvar/contract/configuration/problems'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { formSchemas } from '@gensvar/contract/widgets/settings'
import { widgetTypes } from '@gensvar/contract/widgets/index'
import { freeId, startingValue } from './new-component.ts'
import { example, exampleFacts } from './testing/example-components.ts'
import { startTexts } from './testing/start-texts.ts'

beforeAll(startTexts)

const nothing = {
  ...{ indicators: [], questions: [], pages: [], filters: [], views: [], components: [] },
  isInPool: false,
}

/** What is wrong on a page with a component, in a survey with the indicators of the example. */
function wrongOnPage(component: unknown) {
  const pages = [{ extname: 'new', components: [component] }]
  const { data, problems } = checkShape(surveyConfig, { indicators: example['indicators'], pages })
  if (data === null) return problems
  const found = checkConfiguration(data, { questions: exampleFacts.questions })
  return found.filter(({ path, severity }) => path[0] === 'pages' && severity === 'error')
}

describe.each(widgetTypes)('a new %s', (kind) => {
  test('fits the survey that it is made for', () => {
    const value = startingValue(kind, exampleFacts)
    expect(value).not.toBeNull()
    // The page of this test has no other component that a menu could name.
    if (kind !== 'selection-block') expect(wrongOnPage(value)).toEqual([])
    expect(formSchemas.settings[kind].safeParse(value?.config).error).toBeUndefined()
  })

  test('is none in a survey with nothing to show, or fits it', () => {
    const value = startingValue(kind, nothing)
    if (value !== null) expect(formSchemas.settings[kind].safeParse(value.config).error).toBeUndefined()
  })
})

test('a name that is taken gets a number', () => {
  const components = ['delta', 'delta_2'].map((name) => ({ name, title: '' }))
  expect(freeId('delta', { ...nothing, components })).toBe('delta_3')
  expect(freeId('delta', nothing, ['delta'])).toBe('delta_2')
  expect(freeId('results-block', nothing)).toBe('results_block')
})

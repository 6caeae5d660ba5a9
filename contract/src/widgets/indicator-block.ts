import { z } from 'zod'
import { pathText, variableName } from '../configuration/names.ts'
import { indicatorExample, indicatorVariable } from '../entities/indicator.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { indicatorStates } from './example-states/indicator-states.ts'
import { longNames, longTitle } from './example-states/words.ts'

/** A tile: the indicator at a place, whose name is the tile's title. */
const placeTile = indicatorVariable.extend({
  /** Drill path of the place with the reader's filters; null where the reader may not open it, or it is gone. */
  path: z.string().nullable(),
})

const example: z.infer<typeof placeTile> = {
  ...indicatorExample,
  title: { en: 'North' },
  definition: indicatorExample.title,
  path: 'country=SE;region=north',
}

/** One indicator at several places. */
export const indicatorBlock = defineWidget({
  type: 'indicator-block',
  title: 'Indicator block',
  description:
    'Tiles of one indicator at several places, in groups with a menu. Places that the reader may not open show what ' +
    'comparisons may tell of them.',
  sizes: [6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    indicator: variableName.describe('The indicator or question shown.'),
    groups: z
      .array(
        z.strictObject({
          title: localText.describe('Text of the entry.'),
          paths: z.array(pathText).min(1).max(100).describe('Drill paths of the places, a tile each.'),
        }),
      )
      .min(1)
      .max(20)
      .describe('Entries of the menu, each with its places.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        title: localText,
        groups: z.array(z.object({ title: localText, variables: z.array(placeTile) })),
      }),
    },
  },
  example: {
    config: {
      id: 'ib',
      size: 12,
      title: { en: 'Regions' },
      indicator: 'csi',
      groups: [{ title: { en: 'North' }, paths: ['country=SE;region=north'] }],
    },
    responses: {
      data: { title: { en: 'Regions' }, groups: [{ title: { en: 'North' }, variables: [example] }] },
    },
    states: inStates((state) => ({
      data: {
        title: state === 'long' ? longTitle : { en: 'Regions' },
        groups: {
          empty: [{ title: { en: 'North' }, variables: [{ ...example, ...valuesOf('empty') }] }],
          withheld: [{ title: { en: 'North' }, variables: [{ ...example, ...valuesOf('withheld'), path: null }] }],
          few: [{ title: { en: 'North' }, variables: [{ ...example, ...valuesOf('few') }] }],
          long: longNames.map((title) => ({
            title,
            variables: longNames.map((name, at) => ({
              ...indicatorStates.long,
              title: name,
              path: at === 0 ? example.path : null,
            })),
          })),
        }[state],
      },
    })),
  },
})

/** What differs in a state, but for the words of a tile. */
function valuesOf(state: 'empty' | 'withheld' | 'few') {
  const { title: _title, definition: _definition, ...values } = indicatorStates[state]
  return values
}

import { stringify } from 'yaml'
import type { NewChoice, NewQuestion } from '../../../server/src/domain/build/questions.ts'
import type { PlannedSurvey, PlannedUnit, PlannedView } from '../../../server/src/demo/plan.ts'
import { size } from './made-rows.ts'

/** Ext name of the survey that is measured. */
export const surveyName = 'figures'

/** Ext names, by index from 0. */
export const nameOf = {
  region: (at: number) => `region-${String(at + 1).padStart(3, '0')}`,
  store: (at: number) => `store-${String(at + 1).padStart(4, '0')}`,
  outlet: (at: number) => `outlet-${String(at + 1).padStart(4, '0')}`,
  category: (at: number) => `category-${String(at + 1).padStart(2, '0')}`,
  product: (at: number) => `product-${String(at + 1).padStart(3, '0')}`,
  channel: (at: number) => `channel-${at + 1}`,
  segment: (at: number) => `segment-${at + 1}`,
} as const

/** Variables of the rated questions, from 0 to 10. */
export const rated: readonly string[] = Array.from({ length: size.questions }, (_, at) => `q${at + 1}`)

/** The questions of five tiles, of two series and of eight columns of a ranking, by index; the second of each is a score. */
export const asked = { tiles: [0, 1, 2, 3, 4], series: [0, 1], columns: [0, 1, 2, 3, 4, 5, 6, 7] } as const

/** Ids of the components. */
export const components = { tiles: 'head', months: 'trend', block: 'results', ranking: 'units' } as const

const shop = { regions: size.stores / size.regions, categories: size.products / size.categories }

/** The survey without responses: regions of stores, categories of products, and every store in one level. */
export function planSurvey(): PlannedSurvey {
  const views = [
    view('organisation', ['region', 'store'], nested(size.stores, shop.regions, nameOf.region, nameOf.store)),
    view('range', ['category', 'product'], nested(size.products, shop.categories, nameOf.category, nameOf.product)),
    view('outlets', ['outlet'], unitsOf(names(size.stores, nameOf.outlet).map((name) => [name]))),
  ]
  return {
    extName: surveyName,
    title: { en: 'Figures' },
    organisationName: 'Figures',
    configuration: configuration(),
    groups: [],
    questions: questions(),
    views,
    campaigns: [],
    size: 0,
    responses: () => [],
  }
}

function view(extName: string, levels: readonly string[], units: readonly PlannedUnit[]): PlannedView {
  return { extName, title: { en: extName }, levels, units }
}

function nested(
  count: number,
  perParent: number,
  parent: (at: number) => string,
  child: (at: number) => string,
): PlannedUnit[] {
  const parents = names(count / perParent, parent).map((name) => [name])
  const children = Array.from({ length: count }, (_, at) => [parent(Math.floor(at / perParent)), child(at)])
  return unitsOf([...parents, ...children])
}

function unitsOf(paths: readonly string[][]): PlannedUnit[] {
  return paths.map((path) => ({ path, title: { en: path.at(-1) ?? '' } }))
}

function names(count: number, name: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => name(at))
}

function questions(): NewQuestion[] {
  const single = (variable: keyof typeof nameOf, count: number): NewQuestion => ({
    variable,
    type: 'single',
    title: { en: variable },
    choices: names(count, nameOf[variable]).map((name): NewChoice => ({ extName: name, title: { en: name } })),
  })
  return [
    single('region', size.regions),
    single('store', size.stores),
    single('category', size.categories),
    single('product', size.products),
    single('outlet', size.stores),
    { variable: 'answered_on', type: 'date', title: { en: 'Answered on' } },
    ...rated.map((variable): NewQuestion => ({ variable, type: 'scale', scale: [0, 10], title: { en: variable } })),
    single('channel', size.channels),
    single('segment', size.segments),
    { variable: 'comment', type: 'text', title: { en: 'Comment' } },
  ]
}

function configuration(): string {
  const named = (of: readonly number[]): string[] => of.map((at) => (at === 1 ? 'nps' : (rated[at] ?? '')))
  return stringify({
    version: 1,
    eventDate: 'answered_on',
    views: {
      organisation: { levels: ['region', 'store'] },
      range: { levels: ['category', 'product'] },
      outlets: { levels: ['outlet'] },
    },
    indicators: { nps: { expression: 'nps(q2)', goal: 30, decimals: 0 } },
    groups: [{ extname: 'rated', driver: true, questions: [...rated] }],
    filters: {
      standard: [
        {
          key: 'background',
          filters: [
            { extName: 'channel', multipleSelections: true },
            { extName: 'segment', multipleSelections: true },
          ],
        },
      ],
      time: [{ key: 'period', userSelectableRange: true, filters: [{ extName: 'date' }] }],
    },
    // No `open` questions: what comments say would be judged in the background meanwhile.
    interview: { title: '{store}', rating: 'q1' },
    pages: [
      {
        extname: 'overview',
        components: [
          { type: 'variable-block', config: { id: components.tiles, variables: named(asked.tiles) } },
          { type: 'development-chart', config: { id: components.months, variables: named(asked.series) } },
          { type: 'results-block', config: { id: components.block } },
        ],
      },
      {
        extname: 'ranking',
        kind: 'rankings',
        components: [
          {
            type: 'ranking-table',
            config: {
              id: components.ranking,
              sortBy: 'q1',
              columns: named(asked.columns),
              leafColumns: ['answered_on', 'q2'],
            },
          },
        ],
      },
    ],
  })
}

import { expect, test } from 'vitest'
import { outlineOf, valueOf } from './draft-pages.ts'
import { duplicateComponent } from './duplicate-component.ts'
import { innerLists, listOfPage, movedWith, placeOf, placesInside } from './inner-lists.ts'

const text = `# ours
pages:
  - extname: home
    components:
      - type: discriminator # by role
        config:
          id: side
          branches:
            - { roles: [manager], components: [{ type: results-block, config: { id: mine } }] }
            - components:
                # for all others
                - type: menu-block
                  config: { id: tabs, items: [{ title: One, component: { type: benchmark, config: { id: one } } }] }
      - { type: selection-block, config: { id: charts, items: [mine, { type: delta, config: { id: own } }] } }
`
const pageOf = (of: string) => {
  const page = outlineOf(valueOf(of) ?? {}, () => '').pages[0]
  if (!page) throw new Error('There is no page')
  return page
}
const list = listOfPage(0, pageOf(text).components)

test('a component is copied with all that it holds, each under a name of its own', () => {
  const copied = duplicateComponent(text, list, 0)
  const ids = (at: number) => {
    const component = pageOf(copied).components[at]!
    return [component, ...placesInside(component, []).map((one) => one.component)].map(({ id }) => id)
  }
  expect(ids(0)).toEqual(['side', 'mine', 'tabs', 'one'])
  expect(ids(1)).toEqual(['side_2', 'mine_2', 'tabs_2', 'one_2'])
  expect(copied.startsWith(text.slice(0, text.indexOf('      - { type: selection')))).toBe(true)
})

test('lists inside components are found with their places, also in each other and of names alone', () => {
  const [side, charts] = list.entries.map(({ component }) => component!)
  const branches = innerLists(side!, placeOf(list, 0))
  expect(branches.map(({ path, audience }) => [path.slice(3), audience])).toEqual([
    [[0, 'config', 'branches', 0, 'components'], ['manager']],
    [[0, 'config', 'branches', 1, 'components'], []],
  ])
  const inside = placesInside(side!, placeOf(list, 0)).map(({ component, path }) => [
    component.id,
    path.slice(6).join('.'),
  ])
  expect(inside).toEqual([
    ['mine', '0.components.0'],
    ['tabs', '1.components.0'],
    ['one', '1.components.0.config.items.0.component'],
  ])
  const [shown] = innerLists(charts!, placeOf(list, 1))
  expect(shown?.entries.map(({ component, name }) => [component?.type, name])).toEqual([
    [undefined, 'mine'],
    ['delta', 'own'],
  ])
})

test('a place follows the entry that it is inside of', () => {
  const inner = ['pages', 0, 'components', 2, 'config', 'items', 1, 'component']
  expect(movedWith(inner, ['pages', 0, 'components'], [2, 0, 1])).toEqual(inner.with(3, 0))
  expect(movedWith(inner, ['pages', 1, 'components'], [2, 0, 1])).toEqual(inner)
})

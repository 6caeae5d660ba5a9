import { describe, expect, test } from 'vitest'
import { childComponents, findComponent, walkComponents } from './find-component.ts'
import { component } from './index.ts'

const block = (id: string) => ({ type: 'results-block', config: { id } })

const pages = [
  { components: [component.parse(block('first'))] },
  {
    components: [
      component.parse({
        type: 'menu-block',
        config: {
          id: 'tabs',
          items: [
            { title: 'One', component: block('one') },
            {
              title: 'Two',
              component: {
                type: 'discriminator',
                config: { id: 'side', branches: [{ components: [] }, { components: [block('deep')] }] },
              },
            },
          ],
        },
      }),
      component.parse({ type: 'selection-block', config: { id: 'menu', items: ['first', block('own')] } }),
      component.parse({ type: 'weather', config: { id: 'unknown', components: [block('hidden')] } }),
    ],
  },
]

describe('findComponent', () => {
  test('finds components of every page and those inside others', () => {
    for (const id of ['first', 'tabs', 'one', 'side', 'deep', 'menu', 'own', 'unknown']) {
      expect(findComponent(pages, id)?.config.id).toBe(id)
    }
  })

  test('finds nothing under an unknown id, nor inside an unknown component', () => {
    expect(findComponent(pages, 'none')).toBeUndefined()
    expect(findComponent(pages, 'hidden')).toBeUndefined()
  })
})

describe('walkComponents', () => {
  test('gives each component with its path, outer ones first', () => {
    const placed = [...walkComponents(pages)].map(({ component: found, path }) => [found.config.id, path.join('.')])
    expect(placed).toEqual([
      ['first', '0.components.0'],
      ['tabs', '1.components.0'],
      ['one', '1.components.0.config.items.0.component'],
      ['side', '1.components.0.config.items.1.component'],
      ['deep', '1.components.0.config.items.1.component.config.branches.1.components.0'],
      ['menu', '1.components.1'],
      ['own', '1.components.1.config.items.1'],
      ['unknown', '1.components.2'],
    ])
  })
})

test('childComponents gives the components directly inside', () => {
  const [tabs] = pages[1]!.components
  expect(childComponents(tabs!).map((child) => child.config.id)).toEqual(['one', 'side'])
})

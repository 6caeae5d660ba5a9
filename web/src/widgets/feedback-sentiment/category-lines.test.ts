import { expect, test } from 'vitest'
import { textCategoryExample } from '@gensvar/contract/entities/text-analytics'
import type { TextCategory } from '@gensvar/contract/entities/text-analytics'
import { linesOf } from './category-lines.ts'

const category = (extName: string, nComments: number | null, percentageNegatives: number | null): TextCategory => ({
  ...textCategoryExample,
  extName,
  parent: extName.includes('/') ? extName.slice(0, extName.lastIndexOf('/')) : null,
  nComments,
  percentageNegatives,
})

const categories = [
  category('price', 5, 80),
  category('staff', 20, 10),
  category('staff/manner', 4, 5),
  category('staff/skill', 9, 1),
  category('food', null, null),
]

const keys = (...given: Parameters<typeof linesOf>) => linesOf(...given).map(({ key, depth }) => `${depth} ${key}`)

test('sorts each level by comments or by a share, and what is withheld last', () => {
  expect(keys(categories, 'comments', new Set())).toEqual(['0 staff', '0 price', '0 food'])
  expect(keys(categories, 'negative', new Set())).toEqual(['0 price', '0 staff', '0 food'])
})

test('shows what is in an open category: its questions, then the categories in it', () => {
  expect(keys(categories, 'comments', new Set(['staff', 'food/none']))).toEqual([
    '0 staff',
    '1 staff comment',
    '1 staff improve',
    '1 staff/skill',
    '1 staff/manner',
    '0 price',
    '0 food',
  ])
})

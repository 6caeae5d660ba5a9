import { expect, test } from 'vitest'
import { casesFilter } from './cases-filter.ts'

test.each([
  ['count()', null, ''],
  ['alerts(open)', null, ''],
  ['mean(wait)', null, 'wait=_none'],
  ['nps(recommend)', 'channel = store', 'recommend=_none;channel=store'],
  ['mean(rating)', 'rating in (4, 5)', 'rating=4*5'],
  ['mean(rating) where answered(rating)', 'channel = web', 'rating=_none;channel=web'],
  ['samples(2)', null, 'samplestate=2'],
  ['samples()', null, ''],
  // Filters cannot express several questions, comparisons, or two conditions on one answer.
  ['csi(one, two)', null, ''],
  ['mean(a) - mean(b)', null, ''],
  ['mean(wait)', 'rating <= 2', ''],
  ['mean(wait)', 'channel = store or channel = web', ''],
  ['mean(wait)', 'channel = store and channel = web', ''],
])('the cases behind %s where %s are those of "%s"', (expression, where, filter) => {
  expect(casesFilter({ expression, where })).toBe(filter)
})

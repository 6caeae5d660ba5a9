import { expect, it } from 'vitest'
import { decodeValue } from './drill-path.ts'
import { describeValue } from './filter-chips.ts'

it('says "not" for a leading _ and "contains" for a ~ at the end, and keeps neither sign in the text', () => {
  expect(describeValue(decodeValue('Oslo'), 'choice')).toEqual({
    words: [],
    subject: { kind: 'choice', value: 'Oslo' },
  })
  expect(describeValue(decodeValue('_Oslo'), 'choice')).toEqual({
    words: ['not'],
    subject: { kind: 'choice', value: 'Oslo' },
  })
  expect(describeValue(decodeValue('Os~'), 'choice')).toEqual({
    words: ['contains'],
    subject: { kind: 'choice', value: 'Os' },
  })
  expect(describeValue(decodeValue('_Os~'), 'choice')).toEqual({
    words: ['not', 'contains'],
    subject: { kind: 'choice', value: 'Os' },
  })
})

it('takes no sign from an answer that merely looks like one', () => {
  expect(describeValue(decodeValue('!5FOslo'), 'choice')).toEqual({
    words: [],
    subject: { kind: 'choice', value: '_Oslo' },
  })
  expect(describeValue(decodeValue('!6Eone'), 'choice').subject).toEqual({ kind: 'choice', value: 'none' })
  expect(describeValue(decodeValue('none'), 'choice').subject).toEqual({ kind: 'none' })
})

it('reads dates, ranges, campaigns and states for what they are', () => {
  expect(describeValue(decodeValue('rel_-30d_0d'), 'dates').subject).toEqual({
    kind: 'dates',
    value: { kind: 'interval', from: { amount: -30, unit: 'd' }, to: { amount: 0, unit: 'd' } },
  })
  expect(describeValue(decodeValue('_range_18_35'), 'range')).toEqual({
    words: ['not'],
    subject: { kind: 'range', value: { from: 18, to: 35 } },
  })
  expect(describeValue(decodeValue('7'), 'range').subject).toEqual({ kind: 'range', value: { from: 7, to: 7 } })
  expect(describeValue(decodeValue('12.failed.any.no'), 'campaign').subject).toEqual({
    kind: 'campaign',
    value: { campaign: 12, state: 'failed', opened: 'any', clicked: 'no' },
  })
  expect(describeValue(decodeValue('2'), 'sampleState').subject).toEqual({ kind: 'sampleState', value: 2 })
})

it('shows a value it cannot read as it is written', () => {
  for (const kind of ['dates', 'range', 'campaign', 'sampleState'] as const) {
    expect(describeValue(decodeValue('whatever'), kind).subject).toEqual({ kind: 'unreadable', text: 'whatever' })
  }
})

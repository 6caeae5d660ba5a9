import { describe, expect, it } from 'vitest'
import { filterConfig } from '../configuration/filters.ts'
import { builtInKinds, filterKinds, kindOfFilter, variableWithoutQuestion } from './index.ts'

const filter = (extName: string, flags: object = {}) => filterConfig.parse({ extName, ...flags })

describe('the kind of a configured filter', () => {
  it('is that of its flags, or of its built-in name', () => {
    expect(kindOfFilter(filter('age', { range: true }), 'numeric')).toBe('range')
    expect(kindOfFilter(filter('since', { dateRef: true }), 'date')).toBe('dates')
    expect(kindOfFilter(filter('mailing', { campaign: true }), undefined)).toBe('campaign')
    expect([...builtInKinds].map(([name]) => kindOfFilter(filter(name), undefined))).toEqual([...builtInKinds.values()])
  })

  it('is dates for a question of dates, else a choice of options', () => {
    expect(kindOfFilter(filter('since'), 'date')).toBe('dates')
    for (const type of ['single', 'multiple', 'scale', 'numeric', 'text'] as const)
      expect(kindOfFilter(filter('answer'), type)).toBe('choice')
    expect(kindOfFilter(filter('campaign'), 'single')).toBe('choice')
  })

  it('says what is filtered when no question has its name', () => {
    expect(variableWithoutQuestion(filter('window', { dateInterval: true }))).toBe('date')
    expect(variableWithoutQuestion(filter('mailing', { campaign: true }))).toBe('campaign')
    expect(variableWithoutQuestion(filter('samplestate'))).toBe('samplestate')
    expect(variableWithoutQuestion(filter('gone', { range: true }))).toBeNull()
  })
})

it('no two kinds share a flag or a built-in name', () => {
  const flags = Object.values(filterKinds).flatMap((kind) => kind.flags)
  expect(new Set(flags).size).toBe(flags.length)
  expect(builtInKinds.size).toBe(Object.values(filterKinds).filter((kind) => kind.builtIn !== null).length)
})

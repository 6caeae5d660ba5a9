import { expect, test } from 'vitest'
import type { ChartData } from '@gensvar/contract/entities/chart'
import { chartAnswer, isFew } from './chart-answer.ts'

const chart = (data: (number | null)[], n?: (number | null)[]): ChartData => ({
  categories: data.map((_, at) => `2026-0${at + 1}-01`),
  series: [{ name: 'NPS', data, ...(n && { n }) }],
  descriptors: [{ title: 'NPS', variable: 'nps', color: null }],
})

test('says how the latest period changed from the one before', () => {
  expect(chartAnswer(chart([40, 48, 42]), 1)).toEqual({ kind: 'fell', value: 42, change: 6, at: 2 })
  expect(chartAnswer(chart([40, 48.25]), 1)).toEqual({ kind: 'rose', value: 48.25, change: 8.3, at: 1 })
})

test('calls values the same that are shown alike', () => {
  expect(chartAnswer(chart([42.04, 41.96]), 1).kind).toBe('same')
  expect(chartAnswer(chart([42.04, 41.96]), 2).kind).toBe('fell')
})

test('passes over a latest period with few answers while another has enough', () => {
  expect(chartAnswer(chart([40, 48, 90], [100, 120, 3]), 0)).toMatchObject({ kind: 'rose', value: 48, at: 1 })
  expect(chartAnswer(chart([40, 90], [8, 3]), 0)).toEqual({ kind: 'was', value: 90, at: 1 })
})

test('claims no change across a gap or from a period with few answers', () => {
  expect(chartAnswer(chart([40, null, 42]), 0)).toEqual({ kind: 'was', value: 42, at: 2 })
  expect(chartAnswer(chart([40, 42], [5, 300]), 0)).toEqual({ kind: 'was', value: 42, at: 1 })
})

test('says nothing where there is nothing', () => {
  expect(chartAnswer(chart([null, null]), 0)).toEqual({ kind: 'none' })
  expect(chartAnswer({ categories: [], series: [], descriptors: [] }, 0)).toEqual({ kind: 'none' })
})

test('fewer than 30 answers are few; an unknown number is not', () => {
  expect([29, 30, null, undefined].map(isFew)).toEqual([true, false, false, false])
})

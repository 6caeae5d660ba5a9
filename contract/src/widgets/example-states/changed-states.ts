import { whatChangedExample as example } from '../../entities/what-changed.ts'
import type { ChangedUnit, WhatChangedData } from '../../entities/what-changed.ts'
import type { InStates } from './in-states.ts'
import { fewResponses, longNames, longTitle, withheldReason } from './words.ts'

const none = { ...example, nChanged: 0, better: [], worse: [] }

const long = (rows: readonly ChangedUnit[] = []) =>
  longNames.flatMap((title, at) => rows.map((row) => ({ ...row, title, drillPath: `${row.drillPath}${at}` })))

/** What changed in each state. */
export const changedStates: InStates<WhatChangedData> = {
  empty: { ...none, nCompared: 0, offGoal: null },
  withheld: { ...none, nCompared: 0, offGoal: null, trendTime: null, why: withheldReason },
  few: { ...none, nCompared: fewResponses, offGoal: { rows: [], total: 0 } },
  long: {
    ...example,
    indicator: { ...example.indicator, title: longTitle },
    nCompared: 5000,
    nChanged: 812,
    better: long(example.better),
    worse: long(example.worse),
    offGoal: { rows: long(example.offGoal?.rows), total: 1234 },
  },
}

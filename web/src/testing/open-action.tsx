import { screen } from '@testing-library/dom'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { z } from 'zod'
import {
  deleteAction,
  getActionChart,
  getActionData,
  getActionValue,
  getEffectivePeriod,
  listResponsibles,
  updateAction,
} from '@gensvar/contract/actions'
import { chartSummaryExample } from '@gensvar/contract/entities/chart'
import { openActionExample } from '@gensvar/contract/entities/actions'
import type { Action } from '@gensvar/contract/entities/actions'
import { getSurveyStart } from '@gensvar/contract/surveys'
import { endStage, renderStage } from '#web/features/filters/testing/render-stage.tsx'
import type { Stage } from '#web/features/filters/testing/render-stage.tsx'
import { startFixture } from './fixtures.ts'
import { serve } from './serve.ts'
import type { SeenCall, Served } from './serve.ts'
import { ActionDialog } from '#web/widgets/action-dialog/action-dialog.tsx'
import type { ActionDialogProps } from '#web/widgets/action-dialog/action-props.ts'

type DataAnswer = z.input<typeof getActionData.response>

/** An action that can be changed, with two items, two periods and two kinds. */
export function actionAnswer(action: Partial<Action> = {}, change: Partial<DataAnswer> = {}): DataAnswer {
  return {
    updateData: { ...openActionExample, periodStartDate: '2026-02-01', deadline: '2026-06-30', ...action },
    actionableItems: [
      { expression: 'mean(helpful)', extname: 'helpful', title: { en: 'Helpful staff' }, goalMin: 1, goalMax: 10 },
      { expression: 'mean(wait_minutes)', extname: 'wait', title: { en: 'Waiting time' }, goalMin: 0, goalMax: null },
    ],
    periods: [
      { value: 'rel_-1m_0d', title: { en: 'One month' } },
      { value: 'rel_-3m_0d', title: { en: 'Three months' } },
    ],
    kinds: [
      { extname: 'training', title: { en: 'Training' } },
      { extname: 'staffing', title: { en: 'Staffing' } },
    ],
    canDelete: true,
    ...change,
  }
}

/** An action that nothing is entered of yet. */
export const emptyAction: Partial<Action> = {
  ...{
    id: 0,
    extname: '',
    expression: '',
    goal: null,
    goalText: '',
    periodStartDate: null,
    deadline: null,
    period: '',
  },
  ...{
    responsible: '',
    responsibleName: '',
    kind: null,
    commentsList: [],
    formattedBaseline: null,
    baselineValue: null,
  },
  variableText: '',
}

const months = Array.from({ length: 9 }, (_, at) => `2026-0${at + 1}-01`)

const chart: z.input<typeof getActionChart.response> = {
  categories: months,
  series: [
    { name: 'Helpful staff', data: [7.6, 7.4, 7.8, 7.9, 8, 8.1, 8.1, 8, 8.2], n: months.map(() => 90), lowBase: 30 },
  ],
  descriptors: [{ title: 'Helpful staff', variable: 'helpful', color: null }],
  summary: { ...chartSummaryExample, value: '8.2', at: 8 },
}

/** Answers of the server to the calls of the dialog; the first one that fits a call answers it. */
export function actionServer(data: DataAnswer | (() => DataAnswer)): Served[] {
  const stored = () => (typeof data === 'function' ? data() : data)
  return [
    serve(getSurveyStart, startFixture()),
    serve(getActionData, stored),
    serve(updateAction, () => stored().updateData),
    serve(deleteAction, { ok: true }),
    serve(getEffectivePeriod, ({ query }) => ({
      from: query['period'] === 'rel_-1m_0d' ? '2026-05-31' : '2026-03-31',
      to: query['deadline'] ?? '',
      text: '',
    })),
    serve(getActionValue, ({ query }) => {
      const isHelpful = query['expression'] === 'mean(helpful)'
      const formattedValue = `${isHelpful ? '8.1' : '9.4 min'}${query['period'] === 'rel_-1m_0d' ? ' in a month' : ''}`
      return { value: isHelpful ? 8.1 : 9.4, formattedValue, n: 140, withheld: null, unit: null }
    }),
    serve(getActionChart, chart),
    serve(listResponsibles, ({ query }) => ({
      users: [
        { username: 'anna@example.org', name: 'Anna Berg' },
        { username: 'ulf@example.org', name: 'Ulf Ek' },
      ].filter(({ name }) => name.toLowerCase().includes((query['term'] ?? '').toLowerCase())),
    })),
  ]
}

/** An open dialog: what it asked the server for, and how it was closed. */
interface OpenedDialog extends Stage {
  /** Each way in which it was closed. */
  closed: Parameters<ActionDialogProps['onClose']>[0][]
  sent: (route: string) => SeenCall[]
}

/** Opens the dialog of an action by a button; `before` answers instead of the usual server. */
export async function openActionDialog(
  data: DataAnswer | (() => DataAnswer),
  {
    before = [],
    props = {},
    ...options
  }: {
    before?: Served[]
    props?: Partial<ActionDialogProps>
    width?: number
    scheme?: 'light' | 'dark'
    locale?: 'en' | 'sv' | 'fi'
  } = {},
): Promise<OpenedDialog> {
  const closed: OpenedDialog['closed'] = []
  const { updateData } = typeof data === 'function' ? data() : data
  function Part() {
    const [isOpen, setOpen] = useState(false)
    return (
      <main>
        <h1>Actions</h1>
        <button onClick={() => setOpen(true)}>Open it</button>
        {isOpen && (
          <ActionDialog
            survey="visits"
            drillPath="country=SE"
            actionId={updateData.id}
            {...props}
            onClose={(change) => {
              closed.push(change)
              setOpen(false)
            }}
          />
        )}
      </main>
    )
  }
  const stage = await renderStage(Part, '/ranking/visits/root', [...before, ...actionServer(data)], options)
  const button = await screen.findByRole('button', { name: 'Open it' })
  button.focus()
  button.click()
  await screen.findByRole('dialog')
  await screen.findByText(/Sweden › Stockholm/)
  return { ...stage, closed, sent: (route) => stage.calls.filter((call) => call.route === route) }
}

/** Closes the dialog and its messages; call after each test. */
export function endActionDialog(): void {
  endStage()
  notifications.clean()
  notifications.cleanQueue()
}

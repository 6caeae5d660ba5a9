import { useState } from 'react'
import { longNames } from '@gensvar/contract/widgets/example-states/words'
import { NoFile, ReportState, TrayPanel } from '#web/features/reports/service.ts'
import type { Report } from '#web/lib/reports.ts'
import { Shown } from './shown.tsx'

const nothing = () => undefined

const queued: Report = {
  status: 'QUEUED',
  position: 2,
  taskUUID: '7f3c1c5e-5a3e-4f0e-9a61-2d0c8a4b6e10',
  title: 'Ranking list, Sweden',
  fileName: 'Ranking list Sweden.xlsx',
  format: 'xlsx',
  created: '2026-11-03T09:00:12Z',
  expires: null,
  size: null,
  progress: null,
  reason: '',
  isDownloaded: false,
}
const next: Report = { ...queued, position: 0, format: 'pdf', title: 'Benchmark, Sweden' }
const counting: Report = { ...queued, status: 'PROCESSING', position: 0, progress: { done: 1200, total: null } }
const writing: Report = { ...counting, progress: { done: 12_000, total: 48_000 }, title: 'Interviews', format: 'csv' }
const ready: Report = { ...queued, status: 'FINISHED', position: 0, expires: '2199-01-01T00:00:00Z', size: 48_000 }
const failed: Report = { ...queued, status: 'FAILED', reason: 'The survey was changed while it was being read.' }
const expired: Report = { ...ready, expires: '2026-11-04T00:00:00Z' }
const long: Report = { ...ready, title: longNames.join(' ') }

const entry = (report: Report | undefined, change: { isGone?: boolean; canRepeat?: boolean } = {}) => ({
  report,
  isGone: change.isGone ?? false,
  busy: null,
  onDownload: nothing,
  onAgain: change.canRepeat === false ? null : nothing,
  onRemove: nothing,
})

const named = (reports: readonly ReturnType<typeof entry>[]) => reports.map((one, at) => ({ ...one, id: String(at) }))

/** Reports in each state: in the tray, and on the page of one report. */
export function ReportsSection() {
  const [tray] = useState(() => ({
    waiting: named([entry(undefined), entry(queued), entry(next), entry(counting), entry(writing)]),
    ended: named([
      entry(ready),
      entry({ ...ready, isDownloaded: true, format: 'csv' }),
      entry(failed),
      entry(failed, { canRepeat: false }),
      entry(expired),
      entry(undefined, { isGone: true }),
    ]),
    one: named([entry(long)]),
    two: named([entry(ready), entry(writing)]),
  }))
  return (
    <>
      <Shown name="TrayPanel, under way" isBlock>
        <TrayPanel entries={tray.waiting} startsFolded={false} />
      </Shown>
      <Shown name="TrayPanel, ended" isBlock>
        <TrayPanel entries={tray.ended} startsFolded={false} />
      </Shown>
      <Shown name="TrayPanel, folded" isBlock>
        <TrayPanel entries={tray.two} startsFolded />
      </Shown>
      <Shown name="TrayPanel, folded with one report" isBlock>
        <TrayPanel entries={tray.one} startsFolded />
      </Shown>
      <Shown name="TrayPanel, long words" isBlock>
        <TrayPanel entries={tray.one} startsFolded={false} />
      </Shown>
      <Shown name="ReportState" isBlock>
        {[queued, next, counting, writing, ready, long].map((report) => (
          <ReportState
            key={report.title + report.status}
            report={report}
            href="#"
            isOpening={false}
            onDownload={nothing}
          />
        ))}
      </Shown>
      <Shown name="NoFile" isBlock>
        <NoFile report={failed} onLeave={nothing} />
        <NoFile report={expired} onLeave={nothing} />
        <NoFile report={undefined} onLeave={nothing} />
      </Shown>
    </>
  )
}

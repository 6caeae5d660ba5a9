import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTicket } from '@gensvar/contract/identity'
import * as reports from '@gensvar/contract/reports'
import { downloadIndicators, downloadInterview, downloadReport } from '@gensvar/contract/reports'
import { changeLocale, startI18n } from './i18n.ts'
import { refusal, serve, startServing } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { openFile } from './open-file.ts'

const uuid = '7f3c1c5e-5a3e-4f0e-9a61-2d0c8a4b6e10'
let stopServing = () => {}

afterEach(() => {
  stopServing()
  vi.restoreAllMocks()
})

function open(answer: Served = serve(createTicket, { ticket: 'once' })) {
  const { calls, stop } = startServing([answer])
  stopServing = stop
  return calls
}

function fakeTab() {
  const tab = { opener: window }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return tab
}

describe('a file of the server', () => {
  test('is opened in a new tab with a ticket for its address: each that the server has (CALL-07)', async () => {
    const tab = fakeTab()
    const calls = open()
    await openFile(downloadReport, { params: { survey: 'visits', taskUUID: uuid } })
    const ofPlace = { survey: 'visits', drillPath: 'country=SE;channel=phone' }
    await openFile(downloadIndicators, { params: ofPlace, query: { format: 'csv' } })
    await openFile(downloadInterview, { params: { survey: 'visits', interviewId: 12 } })
    const addresses = [
      `/rest/reports/download/visits/${uuid}`,
      '/rest/reports/indicators/visits/country%3DSE%3Bchannel%3Dphone?format=csv',
      '/rest/reports/interview/visits/12',
    ]
    expect(calls.map(({ body }) => body)).toEqual(addresses.map((path) => ({ path })))
    expect(vi.mocked(window.open).mock.calls).toEqual(
      addresses.map((path) => [`${path}${path.includes('?') ? '&' : '?'}token=once`, '_blank']),
    )
    expect(tab.opener).toBeNull()
    const taking = Object.values(reports).filter((route) => route.ticket !== undefined)
    expect(taking).toHaveLength(3)
  })

  test('is asked for in the language of the screens, which the server keeps with the ticket', async () => {
    fakeTab()
    await startI18n('fi')
    const calls = open()
    await openFile(downloadInterview, { params: { survey: 'visits', interviewId: 12 } })
    await changeLocale('en')
    expect(calls.map(({ headers }) => headers.get('accept-language'))).toEqual(['fi-FI'])
  })

  test('is saved where the browser blocks new tabs; the page stays', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const saved: HTMLAnchorElement[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this)
    })
    open()
    await openFile(downloadReport, { params: { survey: 'visits', taskUUID: uuid } })
    expect(saved).toHaveLength(1)
    expect(saved[0]?.hasAttribute('download')).toBe(true)
    expect(new URL(saved[0]?.href ?? '').pathname).toBe(`/rest/reports/download/visits/${uuid}`)
  })

  test('that gets no ticket opens no tab', async () => {
    fakeTab()
    open(serve(createTicket, () => refusal('forbidden', 'No.')))
    await expect(openFile(downloadReport, { params: { survey: 'visits', taskUUID: uuid } })).rejects.toThrow('No.')
    expect(window.open).not.toHaveBeenCalled()
  })
})

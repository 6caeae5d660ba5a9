import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChartData } from '@gensvar/contract/entities/chart'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

/** The files that the browser was asked to save. */
let saved: { name: string; blob: Blob }[] = []

beforeEach(() => {
  saved = []
  const blobs = new Map<string, Blob>()
  const create = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = create(blob)
    if (blob instanceof Blob) blobs.set(url, blob)
    return url
  })
  // Intercepts the file where the browser would save it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (blob) saved.push({ name: this.download, blob })
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  useScheme('light')
  endApp()
})

async function exportAs(item: string, name = 'Väntetid', title = 'Development') {
  const answer: ChartData = {
    categories: ['2026-01-01', '2026-02-01', '2026-03-01'],
    series: [{ name, data: [-4, 3.5, 9], n: [120, 12, 133] }],
    descriptors: [{ title: name, variable: 'wait', color: null }],
    summary: {
      value: '9',
      few: false,
      change: '5.5',
      arrow: 1,
      base: '3.5',
      chance: null,
      at: 2,
      before: 1,
      period: null,
      against: { kind: 'period', name: 'February 2026' },
      why: null,
    },
    goal: 5,
  }
  const trend = component('development-chart', { id: 'trend', title, variables: ['wait'] })
  await renderApp('/page/overview/visits/root', [
    serveWidget('development-chart', () => answer),
    ...signedInServer(identityFixture(), startWith({ overview: [trend] })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

async function file(): Promise<{ name: string; type: string; bytes: Uint8Array }> {
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 20_000 })
  const [{ name, blob }] = saved as [{ name: string; blob: Blob }]
  return { name, type: blob.type, bytes: new Uint8Array(await blob.arrayBuffer()) }
}

/** Width, height and number of colours of an image, as the browser decodes it. */
async function decoded(bytes: Uint8Array, type: string) {
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type }))
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0)
  const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: new Uint8ClampedArray() }
  const pixels = new Uint32Array(data.buffer)
  return { width: image.width, height: image.height, corner: [...data.slice(0, 4)], colours: new Set(pixels).size }
}

const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

describe('a chart can be saved', () => {
  test('as PNG (DEVCH-07b)', async () => {
    await exportAs('Save as PNG')
    const { name, type, bytes } = await file()
    expect([name, type]).toEqual(['Development.png', 'image/png'])
    expect([...bytes.slice(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const image = await decoded(bytes, type)
    expect(image).toMatchObject({ width: 2000, height: 1120, corner: [255, 255, 255, 255] })
    expect(image.colours).toBeGreaterThan(20)
  })

  test('as JPEG (DEVCH-07c)', async () => {
    await exportAs('Save as JPEG')
    const { name, type, bytes } = await file()
    expect([name, type]).toEqual(['Development.jpg', 'image/jpeg'])
    expect([...bytes.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    const image = await decoded(bytes, type)
    expect(image).toMatchObject({ width: 2000, height: 1120, corner: [255, 255, 255, 255] })
    expect(image.colours).toBeGreaterThan(20)
  })

  test('as SVG (DEVCH-07e), with its title and what it says, on white also from the dark scheme', async () => {
    useScheme('dark')
    await exportAs('Save as SVG', 'Väntetid', 'Tid: kö/kassa')
    const { name, type, bytes } = await file()
    expect([name, type]).toEqual(['Tid kö kassa.svg', 'image/svg+xml'])
    const { documentElement } = new DOMParser().parseFromString(new TextDecoder().decode(bytes), 'image/svg+xml')
    expect(documentElement.tagName).toBe('svg')
    const words = [...documentElement.querySelectorAll('text')].map((text) => text.textContent)
    expect(words).toEqual(expect.arrayContaining(['Tid: kö/kassa', 'Jan 2026', 'Goal 5.0']))
    expect(words.join(' ')).toContain('Väntetid rose by 5.5 to 9 in March 2026, from 3.5 in February 2026')
    expect(documentElement.querySelector('rect')?.getAttribute('fill')).toBe('#ffffff')
  })

  test('as PDF (DEVCH-07d), drawn with lines and letters', async () => {
    await exportAs('Save as PDF')
    const { name, type, bytes } = await file()
    expect([name, type]).toEqual(['Development.pdf', 'application/pdf'])
    expect(latin(bytes.slice(0, 5))).toBe('%PDF-')
    expect(latin(bytes.slice(-8))).toContain('%%EOF')
    expect(latin(bytes)).toContain('/MediaBox [0 0 841.8')
    expect(latin(bytes)).not.toContain('/Subtype /Image')
    const pages = await Promise.all(streamsOf(bytes).map(inflate))
    expect(pages.join('\n')).toContain('(Development)')
  })

  test('as PDF with letters a PDF reader’s fonts lack, as an image (DEVCH-07d)', async () => {
    await exportAs('Save as PDF', 'Χρόνος αναμονής')
    const { bytes } = await file()
    expect(latin(bytes.slice(0, 5))).toBe('%PDF-')
    expect(latin(bytes)).toContain('/Subtype /Image')
  })
})

/** The compressed parts of a PDF. */
function streamsOf(bytes: Uint8Array): Uint8Array[] {
  const text = latin(bytes)
  return [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(({ index, 1: body }) =>
    bytes.slice(index + 7, index + 7 + (body?.length ?? 0)),
  )
}

async function inflate(bytes: Uint8Array): Promise<string> {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('deflate'))
  return latin(new Uint8Array(await new Response(stream).arrayBuffer()))
}

test('a chart can be printed, alone on a page of its own (DEVCH-07a)', async () => {
  const printed: { title: string; words: string[] }[] = []
  const note = (inside: Window) => {
    const words = [...inside.document.querySelectorAll('svg text')].map((text) => text.textContent ?? '')
    printed.push({ title: inside.document.title, words })
  }
  // The print dialog cannot be tested, so the document it would show is read instead.
  const watch = new MutationObserver((changes) => {
    for (const frame of changes.flatMap((change) => [...change.addedNodes]))
      if (frame instanceof HTMLIFrameElement)
        frame.addEventListener(
          'load',
          () =>
            frame.contentWindow &&
            Object.assign(frame.contentWindow, { print: () => frame.contentWindow && note(frame.contentWindow) }),
          { capture: true },
        )
  })
  watch.observe(document.body, { childList: true })
  await exportAs('Print')
  await waitFor(() => expect(printed).toHaveLength(1))
  watch.disconnect()
  expect(printed[0]?.title).toBe('Development')
  expect(printed[0]?.words).toEqual(expect.arrayContaining(['Jan 2026', 'Goal 5.0']))
  const frame = [...document.querySelectorAll('iframe')].find((one) => one.title === 'Development')
  frame?.contentWindow?.dispatchEvent(new Event('afterprint'))
  expect([...document.querySelectorAll('iframe')].some((one) => one.title === 'Development')).toBe(false)
})

test('the menu of exports has no accessibility problems in either scheme', async () => {
  await exportAs('Save as SVG')
  await file()
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await screen.findByRole('menu')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

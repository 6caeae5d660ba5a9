import { expect, test } from 'vitest'
import { readPdf } from '#server/testing/read-pdf.ts'
import type { ReadPdf } from '#server/testing/read-pdf.ts'
import { makePdf } from './pdf/make-pdf.ts'
import type { PdfBrand } from './pdf/pdf-order.ts'
import { readOrder } from './pdf/read-order.ts'
import type { TableLimits } from './pdf/read-table.ts'
import type { ReportCell, ReportChart, ReportContent, ReportTable } from './report.ts'
import { writePdf } from './write-pdf.ts'

const brand: PdfBrand = { logo: null, title: 'Nordic Retail', date: '22 Nov 2026' }

const plain: ReportContent = {
  title: 'Benchmark',
  subtitle: 'Sweden · All time',
  asked: [{ name: 'Survey', text: 'Visits' }],
  sections: [],
  locale: 'en',
  totalRows: null,
}

/** A report laid out and read. It is laid out here: starting a thread takes longer than most layouts. */
async function written(content: Partial<ReportContent>, by: PdfBrand = brand, limits?: TableLimits): Promise<ReadPdf> {
  return readPdf(await makePdf(await readOrder({ ...plain, ...content }, by, { limits })))
}

const tableOf = (columns: number, rows: number, more: Partial<ReportTable> = {}): ReportTable => ({
  kind: 'table',
  title: 'Ranking',
  columns: Array.from({ length: columns }, (_, at) => ({
    title: at === 0 ? 'Store' : `Question ${at}`,
    kind: at === 0 ? ('text' as const) : ('number' as const),
  })),
  rows: (function* () {
    for (let row = 1; row <= rows; row++)
      yield Array.from({ length: columns }, (_, at): ReportCell => ({
        text: at === 0 ? `Store ${row}` : `${row}.${at}`,
      }))
  })(),
  ...more,
})

const chart: ReportChart = {
  kind: 'chart',
  title: 'NPS by store',
  shape: 'bar',
  categories: ['Åre', 'Ørsta', 'Hämeenlinna'],
  series: [{ title: 'NPS', values: [50, null, -20], counts: [100, 0, 5], lowBase: 30 }],
  decimals: 0,
  min: null,
  max: null,
  goal: 40,
  reference: { title: 'Norden', value: 12 },
}

test('a PDF has the universe, the report, the day and the page on each of its pages', async () => {
  const pdf = await written({
    title: 'Jämförelse – Västra Götaland',
    locale: 'sv',
    sections: [
      tableOf(4, 90, { footer: ['Alla', '1', '2', '3'].map((text) => ({ text })), notes: ['Ranked by NPS.'] }),
    ],
  })
  expect(pdf.pages.length).toBe(3)
  for (const [at, lines] of pdf.pages.entries()) {
    const text = lines.join('\n')
    expect(text.match(/Nordic Retail/g)).toHaveLength(2)
    expect(text).toContain('Jämförelse – Västra Götaland')
    expect(text).toContain(`Nordic Retail · 22 Nov 2026 Sida ${at + 1} av 3`)
    // The heads of the table stand over its rows on every page.
    expect(text).toContain('Store Question 1 Question 2 Question 3')
  }
  const rows = pdf.pages.flat().filter((line) => /^Store \d/.test(line))
  expect(rows).toEqual(Array.from({ length: 90 }, (_, at) => `Store ${at + 1} ${at + 1}.1 ${at + 1}.2 ${at + 1}.3`))
  expect(pdf.text).toContain('Alla 1 2 3')
  expect(pdf.text).toContain('Ranked by NPS.')
  expect(pdf.text).toMatch(/Vad som efterfrågades Survey Visits/)
  expect(pdf).toMatchObject({ title: 'Jämförelse – Västra Götaland', language: 'sv-SE' })
  expect(pdf.sizes).toEqual([595, 595, 595].map((width) => [width, 842]))
})

test('what a cell says beside its text is said in words or signs too, and links lead to the web only', async () => {
  const few = 'Fewer than 10 answers.'
  const other = 'Only shown by quarter.'
  const pdf = await written({
    sections: [
      tableOf(3, 0, {
        rows: [
          [{ text: 'Åre' }, { text: '', withheld: few }, { text: '', withheld: other }],
          [{ text: 'Ørsta' }, { text: '71', isGoalMet: false }, { text: '', withheld: few }],
          [{ text: 'Lund' }, { text: '80', isGoalMet: true }, { text: '9', isFew: true }],
          [{ text: 'Site', link: 'https://example.org/a' }, { text: 'x', link: 'javascript:alert(1)' }, { text: '' }],
        ],
      }),
    ],
  })
  expect(pdf.text).toContain(`— 1: ${few}`)
  expect(pdf.text).toContain(`— 2: ${other}`)
  expect(pdf.text).toContain('Underlined: the goal is missed.')
  expect(pdf.text).toContain('In italics: of few answers.')
  expect(pdf.fonts).toContain('Roboto-Italic')
  expect(pdf.links).toEqual(['https://example.org/a'])
  const quiet = await written({ sections: [tableOf(3, 2)] })
  expect(quiet.text).not.toMatch(/Underlined|italics/)
})

test('charts are vectors with their values, goal and reference; every font is in the file', async () => {
  const months: ReportChart = {
    ...chart,
    title: 'How does NPS develop?',
    subtitle: 'NPS fell 6 points in March',
    shape: 'line',
    categories: ['Jan 2026', 'Feb 2026', 'Mar 2026 (so far)'],
    series: [{ title: 'NPS', values: [44, null, 38] }],
    suffix: '%',
    reference: null,
  }
  const pdf = await written({ sections: [chart, months, { ...chart, title: 'Nothing', series: [] }] })
  for (const text of ['Åre 50', 'Ørsta', 'Hämeenlinna', '−20', 'Goal 40', 'Norden 12', 'Hollow: of few answers.'])
    expect(pdf.text).toContain(text)
  for (const text of ['NPS fell 6 points in March', '44 %', '38 %', 'Mar 2026', '(so far)', 'Goal 40 %'])
    expect(pdf.text).toContain(text)
  expect(pdf.text).toContain('Nothing There are no figures to show.')
  // A value that is withheld or missing is a gap: two bars, one of them hollow, and no zero.
  expect(pdf.pages.flat()).toContain('Ørsta')
  expect(pdf.images).toBe(0)
  expect(pdf.paths).toBeGreaterThan(10)
  expect(pdf.fonts).toEqual(['Roboto-Medium', 'Roboto-Regular'])
  expect(pdf.embeddedFonts).toBe(2)
})

test('more bars than a page holds go on below, none is left out', async () => {
  const categories = Array.from({ length: 130 }, (_, at) => `Shop ${at + 1}.`)
  const pdf = await written({
    sections: [{ ...chart, categories, series: [{ title: 'NPS', values: categories.map((_, at) => at) }] }],
  })
  for (const name of categories) expect(pdf.text).toContain(name)
})

test('a wide table lies across, and one too wide for that comes in parts that name their rows', async () => {
  const across = await written({ sections: [tableOf(12, 2)] })
  expect(across.sizes[0]).toEqual([842, 595])
  // Bold figures need the most room: none is broken over two lines.
  const missed = Array.from({ length: 40 }, (_, at): ReportCell => {
    return at === 0
      ? { text: 'Göteborg, the large mall east of the canal, near the station' }
      : { text: `${1000 + at}.88`, isGoalMet: false }
  })
  const columns = missed.map((_, at) => ({ title: `Q${at}`, kind: at === 0 ? ('text' as const) : ('number' as const) }))
  const parts = await written({ sections: [tableOf(40, 0, { columns, rows: [missed] })] })
  const [, count] = /Ranking \(part 1 of (\d)\)/.exec(parts.text) ?? []
  const rows = parts.pages.flat().filter((line) => line.startsWith('Göteborg, '))
  expect(rows).toHaveLength(Number(count))
  expect(rows.flatMap((line) => line.match(/\d{4}\.\d\d/g))).toEqual(missed.slice(1).map(({ text }) => text))
})

test('of tables beyond a limit the beginning is written, and they say so', async () => {
  const limits = { rows: 3, cells: 8, characters: 1000 }
  const { text } = await written({ sections: [tableOf(2, 4), tableOf(2, 2, { title: 'Second' })] }, brand, limits)
  expect(text).toContain('Store 3 3.1')
  expect(text).not.toContain('Store 4')
  expect(text).toContain('Rows in this PDF: 3. The Excel file has all of them.')
  // One row of two cells is left for the second table.
  expect(text).toMatch(/Second Store Question 1 Store 1 1\.1 Rows in this PDF: 1\./)
})

test('any text is written: long words and answers, other scripts, emoji and control characters', async () => {
  const answer = `${'The queue was long. '.repeat(600)}\nEnd of it.`
  const { text, pages } = await written({
    sections: [
      {
        kind: 'facts',
        title: 'Answers',
        facts: [
          { name: 'Better?', text: answer },
          { name: 'Else?', text: 'Жук Ωμέγα\u0000\u200b 👩‍👩‍👧 漢\ud800' },
        ],
      },
      tableOf(2, 0, { rows: [[{ text: 'Lentokonesuihkuturbiinimoottori'.repeat(8) }, { text: '1' }]] }),
    ],
  })
  expect(text.match(/The queue was long\./g)?.length).toBeGreaterThan(500)
  expect(text).toContain('End of it.')
  expect(text).toContain('Жук Ωμέγα \ufffd \ufffd\ufffd')
  expect(text).toContain('\ufffd stands for a character that cannot be printed here, such as an emoji.')
  expect(text.replaceAll(/\s/g, '')).toContain('1')
  expect(pages.length).toBeGreaterThan(2)
})

test('a logo is drawn; a broken one is left out, and nothing that it names is read', async () => {
  const svg = (inner: string) => ({
    ...brand,
    logo: { svg: `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20">${inner}</svg>` },
  })
  const drawn = await written({}, svg('<text x="0" y="15" font-family="Inter">Sign</text>'))
  expect(drawn.text).toContain('Sign')
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  expect((await written({}, { ...brand, logo: { png } })).images).toBeGreaterThan(0)
  for (const logo of [
    { png: Buffer.from('no picture') },
    { svg: '<html' },
    svg(`<image href="${import.meta.filename}"/>`).logo,
  ])
    expect(await written({}, { ...brand, logo })).toMatchObject({
      images: 0,
      pages: [expect.arrayContaining(['Benchmark'])],
    })
})

test('a PDF is written part by part from a thread of its own, in which nothing of the server waits', async () => {
  const parts: Buffer[] = []
  let turns = 0
  const turning = setInterval(() => turns++, 5)
  for await (const part of writePdf({ ...plain, sections: [tableOf(6, 400)] }, brand)) parts.push(part)
  clearInterval(turning)
  expect(readPdf(Buffer.concat(parts)).text).toContain('Store 400')
  expect(turns).toBeGreaterThan(10)
})

test('a report that is no longer wanted ends its layout', async () => {
  const stop = new AbortController()
  const writing = writePdf({ ...plain, sections: [tableOf(8, 5000)] }, brand, stop.signal).next()
  stop.abort(new Error('No longer wanted'))
  await expect(writing).rejects.toThrow('No longer wanted')
})

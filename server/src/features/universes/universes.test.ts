import { encode } from 'fast-png'
import jpeg from 'jpeg-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { universe } from '@gensvar/contract/entities/universes'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

let board: Dashboard
let root: Caller

beforeAll(async () => {
  board = await openDashboard()
  root = await board.as({ isRoot: true })
})

afterAll(() => board.close())

const url = '/rest/universes/universe'
const read = async () => (await root('GET', url)).body
/** What the form sends back of what it was given. */
const formOf = ({ name: _name, branding, ...settings }: Awaited<ReturnType<typeof read>>) => ({
  ...settings,
  palette: branding.palette,
})

describe('the settings of an organisation', () => {
  test('are read with every field (UNIV-02) (UNIV-03)', async () => {
    const settings = await read()
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(universe.shape)))
    expect(settings).toMatchObject({
      title: expect.any(Object),
      locales: ['en', 'sv', 'no', 'da', 'fi'],
      defaultLocale: 'en',
      sheetKey: '',
      timeZone: 'UTC',
      calendar: { workingDays: [1, 2, 3, 4, 5], from: '08:00', to: '17:00', holidays: [] },
    })
  })

  test('are saved, and felt at once (UNIV-04)', async () => {
    const before = await read()
    const wanted = {
      ...formOf(before),
      title: { en: 'Retail Group', sv: 'Handelsgruppen' },
      locales: ['sv', 'en'],
      defaultLocale: 'en',
      sheetKey: 'sheet-7',
      timeZone: 'Europe/Helsinki',
      palette: '#0b7285',
    }
    const saved = await root('POST', url, wanted)
    const { palette, ...rest } = wanted
    expect(saved).toMatchObject({ status: 200, body: { ...rest, version: before.version + 1, branding: { palette } } })
    expect(await read()).toEqual(saved.body)
    const start = (await root('GET', `/rest/surveys/start/${board.survey}`)).body
    expect(start.survey.timeZone).toBe('Europe/Helsinki')
    expect(start.branding.palette).toBe('#0b7285')
  })

  test('hold the calendar of all surveys that have none of their own', async () => {
    const calendar = {
      country: 'NO',
      workingDays: [1, 2, 3, 4, 5, 6],
      from: '09:00',
      to: '20:00',
      holidays: ['2026-12-24'],
    }
    expect((await root('POST', url, { ...formOf(await read()), calendar })).status).toBe(200)
    const { config } = await loadSurveyModel(board.deps, board.universeId, board.survey)
    expect(config.calendar).toEqual(calendar)
    const own = await openDashboard({ extra: 'calendar: { from: "10:00" }' })
    await own.deps.db
      .updateTable('universe')
      .set({ calendar: JSON.stringify(calendar) })
      .where('id', '=', own.universeId)
      .execute()
    expect((await loadSurveyModel(own.deps, own.universeId, own.survey)).config.calendar.from).toBe('10:00')
    await own.close()
  })

  test.each([
    ['no language', { locales: [] }, 'locales'],
    ['a language for new users that is not offered', { locales: ['fi'], defaultLocale: 'sv' }, 'defaultLocale'],
    ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
    ['no name', { title: { en: '  ' } }, 'title'],
    ['a palette that is no colour', { palette: '#12' }, 'palette'],
    ['work that ends before it begins', { calendar: { from: '17:00', to: '08:00' } }, 'calendar.to'],
    ['no working day', { calendar: { workingDays: [] } }, 'calendar.workingDays'],
  ])('%s is refused at its field, and nothing is saved', async (_what, wrong, field) => {
    const before = await read()
    const { status, body } = await root('POST', url, { ...formOf(before), ...wrong })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
    expect(await read()).toEqual(before)
  })

  test('of a stale version are refused', async () => {
    const before = await read()
    const stale = await root('POST', url, { ...formOf(before), version: before.version - 1 })
    expect(stale).toMatchObject({ status: 409, body: { fields: { version: 'is out of date' } } })
    expect(await read()).toEqual(before)
  })

  test('are for root alone (SEC-02c)', async () => {
    const administrator = await board.as({ admin: true })
    const before = await read()
    const made = { name: 'taken-over', title: { en: 'X' }, locales: ['en'], defaultLocale: 'en', timeZone: 'UTC' }
    for (const [method, path, body] of [
      ['GET', url],
      ['POST', url, formOf(before)],
      ['POST', '/rest/universes/create', made],
      ['POST', '/rest/universes/logo', { image: picture(2, 2) }],
      ['DELETE', '/rest/universes/logo'],
    ] as const)
      expect((await administrator(method, path, body)).status).toBe(403)
    expect(await read()).toEqual(before)
  })
})

describe('a new organisation', () => {
  test('has its languages and the administrator role', async () => {
    const body = {
      name: 'health',
      title: { en: 'Health' },
      locales: ['fi', 'sv'],
      defaultLocale: 'fi',
      timeZone: 'Europe/Helsinki',
    }
    expect(await root('POST', '/rest/universes/create', body)).toEqual({ status: 200, body: { name: 'health' } })
    const made = await board.deps.db
      .selectFrom('universe')
      .innerJoin('role', 'role.universe_id', 'universe.id')
      .select(['universe.locales', 'universe.default_locale', 'universe.time_zone', 'role.name'])
      .where('universe.name', '=', 'health')
      .execute()
    expect(made).toEqual([
      { locales: ['fi', 'sv'], default_locale: 'fi', time_zone: 'Europe/Helsinki', name: 'administrator' },
    ])
    const again = await root('POST', '/rest/universes/create', body)
    expect(again).toMatchObject({ status: 409, body: { fields: { name: 'in use' } } })
  })
})

/** A PNG, base64. */
function picture(width: number, height: number, channels: 1 | 2 | 3 | 4 = 4): string {
  const data = new Uint8Array(width * height * channels).fill(200)
  return Buffer.from(encode({ width, height, data, channels, depth: 8 })).toString('base64')
}

describe('a logo', () => {
  const send = (image: string) => root('POST', '/rest/universes/logo', { image })
  const sizeOf = (logo: string) => {
    const file = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
    return [file.readUInt32BE(16), file.readUInt32BE(20)]
  }

  test.each([1, 2, 3, 4] as const)('is stored as a PNG of its pixels alone, with %i channels', async (channels) => {
    const { status, body } = await send(picture(40, 20, channels))
    expect(status).toBe(200)
    expect(body.branding.logo).toMatch(/^data:image\/png;base64,/)
    expect(sizeOf(body.branding.logo)).toEqual([40, 20])
    const start = (await root('GET', `/rest/surveys/start/${board.survey}`)).body
    expect(start.branding.logo).toBe(body.branding.logo)
  })

  test('of a JPEG becomes a PNG, and a large one is scaled down', async () => {
    const data = Buffer.alloc(960 * 300 * 4, 180)
    const file = jpeg.encode({ width: 960, height: 300, data }, 80).data
    const { status, body } = await send(file.toString('base64'))
    expect(status).toBe(200)
    expect(sizeOf(body.branding.logo)).toEqual([480, 150])
  })

  test('keeps nothing else that the file held', async () => {
    const file = Buffer.concat([Buffer.from(picture(4, 4), 'base64'), Buffer.from('<script>alert(1)</script>')])
    const { body } = await send(file.toString('base64'))
    expect(Buffer.from(body.branding.logo.split(',')[1], 'base64').toString('latin1')).not.toContain('script')
  })

  test('that is no image, is damaged, or would be very large is refused, and the old one stays', async () => {
    const before = await read()
    const png = Buffer.from(picture(4, 4), 'base64')
    const huge = Buffer.from(png)
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    for (const [file, words] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'This is no PNG or JPEG image.'],
      [png.subarray(0, 40), 'This image cannot be read. It may be damaged.'],
      [Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]), 'This image cannot be read. It may be damaged.'],
      [huge, 'This image is larger than 4000 x 4000 pixels.'],
    ] as const)
      expect(await send(file.toString('base64'))).toMatchObject({ status: 400, body: { fields: { image: words } } })
    expect((await send('not base64!')).body.fields).toHaveProperty('image')
    expect(await read()).toEqual(before)
  })

  test('is removed', async () => {
    await send(picture(4, 4))
    expect((await root('DELETE', '/rest/universes/logo')).body.branding.logo).toBeNull()
    expect((await read()).branding.logo).toBeNull()
  })
})

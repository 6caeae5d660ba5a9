import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { makeUnits, openUnits } from './testing/units-bench.ts'

let board: Dashboard
let admin: Caller
let root: { authorization: string }

beforeAll(async () => {
  ;({ board, admin } = await openUnits())
  const { db } = board.deps
  root = bearer(await signIn(board.deps, await createUser(db, { isRoot: true }), board.universeId))
})
afterAll(() => board.close())

async function sent(survey: string, lines: readonly string[], query = '') {
  const response = await board.app.inject({
    method: 'POST',
    url: `/rest/units/import/${survey}?filename=units.csv${query}`,
    headers: { ...root, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(`${lines.join('\r\n')}\r\n`),
  })
  return { status: response.statusCode, body: response.json() }
}

test('a hierarchy is checked, then applied in one write: new units, other titles, moves with their responses', async () => {
  const units = await makeUnits(board)
  const [sweden, norway, gothenburg] = [
    await units.unit('Sweden'),
    await units.unit('Norway'),
    await units.unit('Sweden', 'Gothenburg'),
  ]
  const lines = [
    'key,parent,level,name,title_en,title_sv,aliases,opens',
    `new2,new1,store,Helsinki,,,Helsingfors;Hki,2026-01-01`,
    `new1,,country,Finland,Finland,,,`,
    `${sweden},,country,Sweden,Sweden,Sverige,,`,
    `${gothenburg},${norway},store,Gothenburg,,,,`,
  ]
  const dry = await sent(units.survey, lines, '&dryRun=true')
  expect(dry).toEqual({
    status: 200,
    body: { rows: 4, creates: 2, changes: 1, moves: 1, problems: 0, listed: [], applied: false },
  })
  expect(await units.counted()).toEqual({ 'Sweden/Stockholm': 2, 'Sweden/Gothenburg': 2, 'Norway/Oslo': 1 })
  expect((await sent(units.survey, lines)).body).toMatchObject({ applied: true })
  expect(await units.counted()).toEqual({ 'Sweden/Stockholm': 2, 'Norway/Gothenburg': 2, 'Norway/Oslo': 1 })
  expect(await units.figure(admin, 'country=Norway')).toBeLessThanOrEqual(3)
  await expect.poll(() => units.figure(admin, 'country=Norway')).toBe(3)
  const helsinki = await units.unit('Finland', 'Helsinki')
  expect((await admin('GET', `/rest/units/unit/${units.survey}/${helsinki}`)).body).toMatchObject({
    above: ['Finland'],
    aliases: ['Helsingfors', 'Hki'],
    validFrom: '2026-01-01',
  })
  // A file that was exported changes nothing when it is imported again.
  const file = await board.app.inject({
    method: 'GET',
    url: `/rest/units/export/${units.survey}?format=csv`,
    headers: root,
  })
  const exported = file.body.replace('\u{feff}', '').trimEnd().split('\r\n')
  expect(exported).toHaveLength(8)
  expect((await sent(units.survey, exported)).body).toMatchObject({
    rows: 7,
    creates: 0,
    changes: 0,
    moves: 0,
    problems: 0,
  })
})

test('each mistake is told with its row, its column and what was read, and nothing is changed', async () => {
  const units = await makeUnits(board)
  const [sweden, stockholm] = [await units.unit('Sweden'), await units.unit('Sweden', 'Stockholm')]
  const { body } = await sent(units.survey, [
    'key,parent,level,name,aliases,owner,opens,closes',
    'a,b,store,A,,,,',
    'b,a,country,B,,,,',
    'c,nowhere,store,C,,,,',
    'd,,country,D,,,,',
    'd,,country,E,,,,',
    'e,,store,Skipped,,,,',
    `f,${sweden},store,Gothenburg,,,,`,
    `g,${sweden},store,G,,nobody-of-this-name,soon,`,
    `h,${sweden},store,H,Gothenburg,,2026-02-02,2026-02-01`,
    `${stockholm},${sweden},store,Renamed,,,,`,
    `i,${stockholm},,Below,,,,`,
    'j,,continent,J,,,,',
    ',,country,K,,,,',
    `l,${sweden},store,-,,,,`,
  ])
  expect(body).toMatchObject({ applied: false, problems: 15 })
  expect(body.listed.map(({ row, column, read }: Record<string, unknown>) => [row, column, read])).toEqual([
    [2, 'parent', 'b'],
    [3, 'parent', 'a'],
    [4, 'parent', 'nowhere'],
    [6, 'key', 'd'],
    [7, 'level', 'store'],
    [8, 'name', 'Gothenburg'],
    [9, 'owner', 'nobody-of-this-name'],
    [9, 'opens', 'soon'],
    [10, 'closes', '2026-02-01'],
    [10, 'aliases', 'Gothenburg'],
    [11, 'name', 'Renamed'],
    [12, 'parent', String(stockholm)],
    [13, 'level', 'continent'],
    [14, 'key', ''],
    [15, 'name', '-'],
  ])
  expect(body.listed[0].message).toMatch(/lead back/)
  expect(await units.counted()).toEqual({ 'Sweden/Stockholm': 2, 'Sweden/Gothenburg': 2, 'Norway/Oslo': 1 })
})

test('a file without its columns, or that is none, is refused', async () => {
  const units = await makeUnits(board)
  expect(await sent(units.survey, ['key,name', '1,A'])).toMatchObject({
    status: 400,
    body: { fields: { file: expect.stringContaining('parent') } },
  })
  expect((await sent(units.survey, [''])).status).toBe(400)
})
